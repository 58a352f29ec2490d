PYTHON ?= python3
# What `make setup` installs, first in the path
TOOLS = PATH="$(CURDIR)/api/.venv/bin:$(CURDIR)/web/node_modules/.bin:$(CURDIR)/.tools/pnpm/node_modules/.bin:$(CURDIR)/.tools/uv/bin:$$PATH"
BROWSER = cd web && $(TOOLS) PICTURES=yes TEST_WHOLE=yes playwright test --config screenshots.config.ts
.DEFAULT_GOAL := help
.PHONY: help run setup build dev test check fix contract walks alarms settings messages requirements perf faults cluster cluster-files mutants sbom screenshots compare

help: ## This list
	@awk 'BEGIN {FS = ":.*##"} /^[a-z-]+:.*##/ {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## Install, build, load the starting data and serve on http://127.0.0.1:8000 (PORT=…)
	@$(PYTHON) -m ops.run

dev: ## The same with hot reload of both halves: pages on http://127.0.0.1:4321, the API on PORT
	@$(PYTHON) -m ops.run dev

setup: ## Install all packages into this folder
	@$(PYTHON) -m ops.install

build: ## Build the pages; web/dist leads to them
	@$(PYTHON) -m ops.build

test: ## The checks of every day, ten minutes at most; with CI=true the whole gate; PART="…": one part
	@$(PYTHON) -m ops.checks test

check: ## Formats, lints, types, imports, and the unit tests that your changes since the last check can break
	@$(PYTHON) -m ops.checks check

fix: setup ## Format and repair what tools can
	-@$(TOOLS) ruff check --quiet --fix api ops perf
	@$(TOOLS) ruff format --quiet api ops perf
	@cd web && $(TOOLS) biome check --write

contract: setup ## Write openapi.json anew from the endpoints, and the web's client types from it
	@cd api && $(TOOLS) python -m standby.server.openapi openapi.json
	@cd web && $(TOOLS) pnpm run --silent contract

walks: ## Write the walks of docs/architecture.md anew from the code
	@$(PYTHON) -m ops.walks

alarms: setup ## Write the alarms of docs/operating.md anew from deploy/alarms.rules.yml
	@$(TOOLS) python -m ops.alarms

settings: setup ## Write docs/settings.md and the README's short table anew from the table of settings
	@cd api && PYTHONPATH=.. $(TOOLS) python -m ops.settings

messages: setup ## Write the server's catalog of messages anew from the code, and what its translations lack
	@PYTHONPATH=api $(TOOLS) python -m ops.messages

requirements: ## Which requirements have no test; writes docs/specification.md anew
	@$(PYTHON) -m ops.requirements

perf: ## Load on this machine by locust (perf/README.md); ARGS="Reserve --crews 400", ARGS=storm
	@$(PYTHON) -m perf $(ARGS)

faults: ## Everything there is, whole and on both databases: for each night
	@$(PYTHON) -m ops.checks faults

cluster: ## Three database machines and two web hosts, all on this machine (docs/scaling.md)
	@$(PYTHON) -m ops.run_cluster

cluster-files: ## The same files for machines of their own, by their addresses (docs/scaling.md)
	@$(PYTHON) -m ops.cluster files $(MACHINES)

mutants: ## Small mistakes put into the product: which does no test see? (MUTANTS=200, FILES="payments/services/*.py")
	@$(PYTHON) -m ops.mutants

sbom: setup ## What is shipped, by name, version and license, into var/sbom (CycloneDX)
	@mkdir -p var/sbom
	@cd api && $(TOOLS) uv export --quiet --frozen --no-default-groups --format cyclonedx1.5 --output-file ../var/sbom/python.cdx.json
	@cd web && $(TOOLS) pnpm sbom --prod --sbom-format cyclonedx --out ../var/sbom/web.cdx.json

screenshots: build ## Picture every page, modal and step on a phone and a desk into var/screenshots, and those of the docs
	@$(PYTHON) -m ops.tools chromium
	@rm -rf var/screenshots
	@$(BROWSER) --update-snapshots all
	@cd web && $(TOOLS) node screenshots/docs-pictures.ts
	@echo "Look at var/screenshots"

compare: build ## Which pictures are no longer those that `make screenshots` took?
	@test -d var/screenshots || { echo "Run make screenshots before your change."; exit 1; }
	@$(PYTHON) -m ops.tools chromium
	@$(BROWSER) --update-snapshots none || { echo "Look at var/comparison/index.html"; exit 1; }
