# syntax=docker/dockerfile:1
# One image for the server, the worker and the snapshots: the command decides (compose.yaml).

FROM python:3.11-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends make && rm -rf /var/lib/apt/lists/*
WORKDIR /standby
COPY . .
# What the pages are made with: the market, the site's address, and whom their policies let in.
ARG STANDBY_MARKET=market/houston
ARG STANDBY_SITE_URL
ARG GOOGLE_BROWSER_KEY=
ARG S3_TAKES_UPLOADS=off
ARG S3_ENDPOINT=
ARG S3_BUCKET=
ENV STANDBY_ENV=production
RUN make build && cp -rL web/dist /pages
# The same packages without Node and the tests' tools.
RUN cd api && ../.tools/uv/bin/uv sync --frozen --quiet --no-default-groups

FROM python:3.11-slim-bookworm
ARG STANDBY_MARKET=market/houston
# pg_dump and pg_restore, for snapshots of a PostgreSQL database
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin standby \
    && install -d -o standby -g standby /data /backups
COPY --from=build /standby/standby /standby/standby
COPY --from=build /standby/api/.venv /standby/api/.venv
COPY --from=build /standby/api/manage.py /standby/api/openapi.json /standby/api/
COPY --from=build /standby/market /standby/market
COPY --from=build /standby/api/standby /standby/api/standby
COPY --from=build /pages /standby/web/dist
WORKDIR /standby
ENV PATH=/standby/api/.venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    STANDBY_ENV=production STANDBY_MARKET=$STANDBY_MARKET STANDBY_DATA=/data STANDBY_BIND=0.0.0.0
USER standby
VOLUME ["/data", "/backups"]
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/readyz', timeout=2)"]
CMD ["./standby", "serve"]
