import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { migrate, readMigrations } from '../src/core/db/migrate.ts'
import { asMigrator } from '../src/core/db/migrator.ts'
import { asAdmin } from './database.ts'

const T = '00000000-0000-7000-8000-000000000001'
const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** As installations have them that kept files before files had versions. */
const OLDER = `
  insert into tenants (id, kind, name) values ('${T}', 'organization', 'Ours');
  insert into clients (tenant_id, id, name) values ('${T}', '${id(2)}', 'Acme');
  insert into workflows (tenant_id, id, name, prefix) values ('${T}', '${id(3)}', 'Audit', 'A');
  insert into instances (tenant_id, id, workflow_id, name, title, client_id, narrowed)
    values ('${T}', '${id(4)}', '${id(3)}', 'Plain', 'Ärger', '${id(2)}', true), ('${T}', '${id(5)}', '${id(3)}', 'Binned', '', null, false);
  update instances set deleted_at = now() where id = '${id(5)}';
  insert into tasks (tenant_id, id, instance_id, workflow_id, number, step, round, name, task_type, status, due_sort)
    values ('${T}', '${id(6)}', '${id(4)}', '${id(3)}', 1, 'ask', 1, 'Ask', 'manual', 'pending', 'infinity');
  insert into blobs (tenant_id, sha256, bytes, media_type, object_key, ref_count)
    values ('${T}', sha256('x'), 5, 'image/png', 'k', 3);
  insert into documents (tenant_id, id, name, instance_id, task_id, workflow_id, sha256, size, media_type)
    values ('${T}', '${id(7)}', 'a.png', '${id(4)}', '${id(6)}', '${id(3)}', sha256('x'), 5, 'image/png'),
      ('${T}', '${id(8)}', 'b.pdf', '${id(5)}', null, '${id(3)}', sha256('x'), 5, 'application/pdf'),
      ('${T}', '${id(9)}', 'c.xlsx', '${id(4)}', null, '${id(3)}', sha256('x'), 5,
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');`

test('files that were kept before become first versions, with all that is copied to them', {
  timeout: 60_000,
}, async () => {
  const name = `tl_test_${randomBytes(6).toString('hex')}`
  const files = await readMigrations()
  const before = files.filter((file) => file.name < '0016')
  await asAdmin(async (admin) => void (await admin.query(`create database ${name} owner tl_owner`)))
  try {
    await asMigrator((client) => migrate(client, before, () => undefined), name)
    await asAdmin(async (admin) => void (await admin.query(OLDER)), name)
    await asMigrator((client) => migrate(client, files, () => undefined), name)
    await asAdmin(async (admin) => {
      const found =
        await admin.query(`select d.name, d.state, d.family, d.narrowed, d.in_trash, d.client_key, d.entity_key, d.step,
          d.current_version as current, d.version_count as versions, v.state as version, v.name as first, v.blob_sha256 = d.sha256 as kept
        from documents d join document_versions v on v.tenant_id = d.tenant_id and v.document_id = d.id and v.number = 1 order by d.name`)
      const every = { state: 'clean', current: 1, versions: 1, version: 'clean', kept: true }
      const open = { ...every, narrowed: true, in_trash: false, client_key: 'acme', entity_key: 'arger' }
      expect(found.rows).toEqual([
        { ...open, name: 'a.png', first: 'a.png', family: 'image', step: 'ask' },
        {
          ...every,
          name: 'b.pdf',
          first: 'b.pdf',
          family: 'document',
          narrowed: false,
          in_trash: true,
          client_key: 'unknown',
          entity_key: 'binned',
          step: null,
        },
        { ...open, name: 'c.xlsx', first: 'c.xlsx', family: 'spreadsheet', step: null },
      ])
      const used = await admin.query(`select sum(n)::int as n from counters where name = 'storage' and key = 'bytes'`)
      expect(used.rows).toEqual([{ n: 15 }])
      const forced = await admin.query(
        `select relname from pg_class where relkind in ('r', 'p') and relname in ('documents', 'instances', 'tasks', 'clients', 'counters')
           and not (relrowsecurity and relforcerowsecurity)`,
      )
      expect(forced.rows).toEqual([])
    }, name)
  } finally {
    await asAdmin(async (admin) => void (await admin.query(`drop database if exists ${name} with (force)`)))
  }
})
