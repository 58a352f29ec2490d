/** What the server's own database holds, read beside the server: the last word of a browser test. */
import { execFileSync } from "node:child_process";

const API = `${import.meta.dirname}/../../api`;
const READ = `
import json, sys
from django.db import connection
import django
django.setup()
with connection.cursor() as cursor:
    cursor.execute(sys.argv[1], sys.argv[2:])
    names = [column[0] for column in cursor.description]
    print(json.dumps([dict(zip(names, row)) for row in cursor.fetchall()], default=str))
`;

type Row = Record<string, string | number | boolean | null>;

/** The rows that a query finds; `%s` stands for each of `values`. */
export function rows(query: string, ...values: string[]): Row[] {
  const found = execFileSync(`${API}/.venv/bin/python`, ["-c", READ, query, ...values], {
    cwd: API,
    encoding: "utf8",
    env: {
      ...process.env,
      DJANGO_SETTINGS_MODULE: "standby.config.settings",
      STANDBY_DATA: process.env.E2E_DATA,
    },
  });
  return JSON.parse(found) as Row[];
}
