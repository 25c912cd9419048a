/**
 * Migrations are plain SQL with a few directives, so that what must be the same for every table is written once:
 * `{{TENANT}}`, `{{MEMBER}}`, `{{PERSON}}`   the setting as a scalar subquery (run once per statement, not per row)
 * `--! force a b`            row security on and forced, policies written by hand
 * `--! tenant a b`           the same, with the tenant policy and the one by which closed workspaces are erased
 * `--! own a b`              the same of rows with a member: on pages everybody has their own, jobs have those of the tenant
 * `--! hash16 a`             of files before 0030, which makes plain tables of these: one hash partition to begin with
 * `--! definer_begin` … `--! definer_end role…`  functions made as tl_auth, callable by the named roles only
 * `--! online a b`           the whole file runs outside a transaction: see online-migration.ts
 */
const setting = (name: string) => `(select nullif(current_setting('app.${name}', true), '')::uuid)`

const force = (table: string) => `alter table ${table} enable row level security, force row level security;`

const policy = (name: string, table: string, role: string, condition: string) =>
  `create policy ${name} on ${table} to ${role} using (${condition}) with check (${condition});`

const OF_TENANT = `tenant_id = ${setting('tenant')}`

const erasure = (table: string) =>
  `create policy erasure on ${table} to tl_owner using (tenant_id in (select id from tenants where status = 'closed'));`

const tenant = (table: string) =>
  [force(table), policy('tenant', table, 'tl_app', OF_TENANT), erasure(table)].join('\n')

const own = (table: string) =>
  [
    force(table),
    policy('own', table, 'tl_api', `${OF_TENANT} and member_id = ${setting('member')}`),
    policy('jobs', table, 'tl_worker', OF_TENANT),
    erasure(table),
  ].join('\n')

/** Older databases were given sixteen; a new one need not make what is taken away again a moment later. */
const hash16 = (table: string) =>
  `create table ${table}_p00 partition of ${table} for values with (modulus 1, remainder 0);\n${force(`${table}_p00`)}`

const grantAll = (functions: string[], roles: string[]) =>
  functions.map((name) => `grant execute on function ${name} to ${roles.join(', ')};`).join('\n')

const directives: Record<string, (words: string[]) => string> = {
  force: (tables) => tables.map(force).join('\n'),
  tenant: (tables) => tables.map(tenant).join('\n'),
  own: (tables) => tables.map(own).join('\n'),
  hash16: (tables) => tables.map(hash16).join('\n'),
  online: () => '',
  definer_begin: () => 'set local role tl_auth;',
}

export function expandDirectives(source: string): string {
  let functions: string[] = []
  return source
    .replace(/\{\{(TENANT|MEMBER|PERSON)\}\}/g, (_, name: string) => setting(name.toLowerCase()))
    .split('\n')
    .map((line) => {
      const made = /^create function ((?:auth|staff)\.\w+)\s*\(/.exec(line)
      if (made?.[1]) functions.push(made[1])
      const directive = /^--! (\w+)\s*(.*)$/.exec(line)
      if (!directive) return line
      const [, verb = '', rest = ''] = directive
      const words = rest.split(/\s+/).filter(Boolean)
      if (verb === 'definer_end') {
        const grants = grantAll(functions, words)
        functions = []
        return `${grants}\nset local role tl_owner;`
      }
      const expand = directives[verb]
      if (!expand) throw new Error(`unknown migration directive: ${line}`)
      return expand(words)
    })
    .join('\n')
}
