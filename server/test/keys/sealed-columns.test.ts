import { expect, test } from 'vitest'
import { sharedApi } from '../api.ts'

const api = await sharedApi()

/** Where connections, sign-ins, models, named secrets and drafts under test keep what is sealed. */
const TABLES = ['integration_secrets', 'connection_secrets', 'oauth_grants', 'models', 'test_calls']
/** By this one the API finds the sign-in that somebody returns from. It seals nothing. */
const HASHES = ['oauth_grants.state_hash']

test('the API’s role may read no column that is sealed, the worker’s may read each', async () => {
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ name: string; api: boolean; worker: boolean }>(
      `select c.oid::regclass || '.' || attname as name,
         has_column_privilege('tl_api', c.oid, attnum, 'select') as api,
         has_column_privilege('tl_worker', c.oid, attnum, 'select') as worker
       from pg_attribute join pg_class c on c.oid = attrelid
       where c.oid = any ($1::text[]::regclass[]) and atttypid = 'bytea'::regtype and attnum > 0 and not attisdropped`,
      [TABLES],
    ),
  )
  const sealed = rows.filter(({ name }) => !HASHES.includes(name))
  expect(new Set(sealed.map(({ name }) => name.split('.')[0]))).toEqual(new Set(TABLES))
  for (const { name, ...may } of sealed) expect([name, may]).toEqual([name, { api: false, worker: true }])
})
