/**
 * Every table without `tenant_id` at the head of its key, and why. The catalogue check fails for any other table that is
 * not a tenant table: forced row security, the tenant policy, a tenant-first key, composite foreign keys.
 */
export const GLOBAL_TABLES = {
  people: 'a human exists once, whatever workspaces they belong to',
  tenants: 'the tenant itself; its policy is on id',
  person_tenants: 'which workspaces a person has, asked before one is chosen',
  sessions: 'found by the hash of a token, before a tenant is known',
  verification_strings: 'found by the hash of a string from a mail, by auth.* functions alone',
  provider_nonces: 'bound to a browser that nobody has signed in with yet',
  person_secrets: 'second factors belong to a person, and are asked for before a tenant is known',
  recovery_codes: 'as person_secrets',
  sign_in_challenges: 'found by the hash of a token, between the two steps of signing in',
  refused_sign_ins: 'a queue: whose account, until a job has counted it for their organizations',
  known_devices: 'browsers a person was seen with, in whatever workspace',
  auth_idempotency: 'keys of calls before a tenant exists',
  public_addresses: 'finds the tenant of a published form or website',
  outbox: 'a queue: rows live for less than a second, and some have no tenant',
  outbox_dead: 'what the relay gave up on',
  audit_pending: 'a queue: rows wait for the sealer',
  report_sessions: 'whom a connection of reports works for; known by its process, before a tenant is',
  feedback: 'what people say about the product: written by them, read by staff alone',
  waitlist: 'who wants to hear of the product, before they belong anywhere',
  internal_asks: 'which flag of a person one member of staff wants changed, until another agrees',
  master_keys: 'since when each master key was used, for the whole installation; never the keys themselves',
  restores: 'when the whole database was put back from a backup',
  plans: 'what can be bought, by everybody alike',
  sellers: 'who sells it',
  tax_rules: 'which tax a seller adds, by the buyer’s country and number',
  invoice_series: 'the numbers of a seller’s invoices have no gaps over all buyers',
  payment_events: 'reports of the payment provider, kept before it is known whose they are',
  schema_migrations: 'what has been applied; only the migrator reads it',
} as const
