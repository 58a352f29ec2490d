PYTHON ?= python3
.DEFAULT_GOAL := help
.PHONY: help run setup build dev test check fix contract walks alarms requirements perf faults mutants sbom screenshots compare

help: ## This list
	@awk 'BEGIN {FS = ":.*##"} /^[a-z-]+:.*##/ {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## Install, build, load the starting data and serve on http://127.0.0.1:8000 (PORT=…)
	@$(PYTHON) -m ops.run

dev: ## The same with hot reload of both halves: pages on http://127.0.0.1:4321, the API on PORT
	@$(PYTHON) -m ops.dev

setup: ## Install all packages into this folder
	@$(PYTHON) -m ops.install

build: ## Build the pages; web/dist leads to them
	@$(PYTHON) -m ops.build

test: ## The checks of every day, ten minutes at most; with CI=true the whole gate; PART="…": one part
	@$(PYTHON) -m ops.checks test

check: ## Formats, lints, types, imports and unit tests, three minutes at most
	@$(PYTHON) -m ops.checks quick

fix: ## Format and repair what tools can
	@$(PYTHON) -m ops.fix

contract: ## Write openapi.json and the web's client types anew from the endpoints
	@$(PYTHON) -m ops.contract

walks: ## Write the walks of docs/architecture.md anew from the code
	@$(PYTHON) -m ops.walks

alarms: ## Write the alarms of docs/operating.md and deploy/alarms.rules.yml anew from their list
	@$(PYTHON) -m ops.alarms

requirements: ## Which requirements have no test
	@$(PYTHON) -m ops.requirements

perf: ## Load on this machine by locust (perf/README.md); ARGS="Reserve --crews 400", ARGS=storm
	@$(PYTHON) -m perf $(ARGS)

faults: ## Everything there is, whole and on both databases: for each night
	@$(PYTHON) -m ops.faults

mutants: ## Small mistakes put into the product: which does no test see? (MUTANTS=209, AREAS="ledger web-draft")
	@$(PYTHON) -m ops.mutants

sbom: ## What is shipped, by name, version and licence, into var/sbom (CycloneDX)
	@$(PYTHON) -m ops.sbom

screenshots: ## Picture every page, modal and step on a phone and a desk into var/screenshots, and those of the docs
	@$(PYTHON) -m ops.screenshots

compare: ## Which pictures are no longer those that `make screenshots` took?
	@$(PYTHON) -m ops.screenshots compare
