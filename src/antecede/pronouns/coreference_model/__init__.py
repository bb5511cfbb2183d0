"""The coreference model (Luong and Popescu-Belis 2016, Luong et al. 2017): pronouns given their antecedents."""
