"""Translation services that are asked over HTTP: a module a service. Keys come from the environment alone."""
