import { Document } from '@throughline/contracts/documents'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi } from '../../../../test/api.ts'
import { createDesk } from '../../../../test/documents-desk.ts'
import { createWorld } from '../../../../test/world.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import { scanLot } from './scan-lot.ts'

const LOT = 50

const { ctx, database, ...api } = await sharedApi()

async function openDesk() {
  const world = await createWorld({ ctx, database, ...api })
  const desk = createDesk({ ctx, database, ...api }, world)
  afterAll(() => desk.close())
  const add = async (name: string) => {
    const { body } = await desk.send('/v1/documents/', desk.formOf('files', `Content of ${name}`, name))
    const [made] = z.parse(z.array(Document), body)
    if (!made) throw new Error('nothing was made')
    return made.id
  }
  const { tenantId } = world.ours
  const stored = () =>
    readTenant(ctx, { tenantId }, ({ db }) =>
      db
        .selectFrom('document_versions')
        .select(['document_id', 'state', 'quarantine_key', 'text', 'ocr'])
        .where('tenant_id', '=', tenantId)
        .orderBy('document_id')
        .execute(),
    )
  return { desk, add, stored, scope: { tenantId } }
}

test('a lot is 50 files, and says where the next one begins', async () => {
  const { desk, stored, scope } = await openDesk()
  // The store lost them all: that is found out without scanning.
  await database.admin((admin) =>
    admin.query(
      `with made as (
         insert into documents (tenant_id, name, size, media_type, state)
         select $1, 'Paper ' || n, 1, 'text/plain', 'quarantined' from generate_series(0, $2::int) n returning *)
       insert into document_versions (tenant_id, document_id, number, name, state, quarantine_key, size, media_type)
       select tenant_id, id, 1, name, state, 'quarantine/' || gen_random_uuid(), size, media_type from made`,
      [scope.tenantId, LOT],
    ),
  )
  const first = await scanLot({ ctx, storage: desk.storage }, scope)
  expect(first).toMatchObject({ scanned: LOT, failed: 0, large: [] })
  const second = await scanLot({ ctx, storage: desk.storage }, scope, first.next)
  expect(second).toEqual({ scanned: 1, failed: 0, large: [] })
  expect(new Set((await stored()).map(({ state }) => state))).toEqual(new Set(['failed']))
})

test('a file that cannot be scanned now holds up no other and stays in quarantine', async () => {
  const { desk, add, stored, scope } = await openDesk()
  const poisoned = await add('poisoned.txt')
  await add('whole.txt')
  const key = (await stored()).find(({ document_id }) => document_id === poisoned)?.quarantine_key
  const inspect: typeof desk.storage.inspect = async (asked) => {
    if (asked === key) throw new Error('the scanner hung up')
    return desk.storage.inspect(asked)
  }
  const lot = await scanLot({ ctx, storage: { ...desk.storage, inspect } }, scope)
  expect(lot).toEqual({ scanned: 1, failed: 1, large: [] })
  expect((await stored()).map(({ state, text, ocr }) => ({ state, text, ocr }))).toEqual([
    { state: 'quarantined', text: 'waiting', ocr: 'waiting' },
    // What files of its kind do not have is not waited for.
    { state: 'clean', text: 'waiting', ocr: 'none' },
  ])
})

test('of the same content, sent twice, one is kept for both', async () => {
  const { desk, add, stored, scope } = await openDesk()
  await add('twice.txt')
  await add('twice.txt')
  await add('once.txt')
  const lot = await scanLot({ ctx, storage: desk.storage }, scope)
  expect(lot).toEqual({ scanned: 3, failed: 0, large: [] })
  expect((await stored()).map(({ state }) => state)).toEqual(['clean', 'clean', 'clean'])
  const { rows } = await database.admin((admin) =>
    admin.query<{ ref_count: number }>('select ref_count from blobs where tenant_id = $1 order by ref_count', [
      scope.tenantId,
    ]),
  )
  expect(rows.map(({ ref_count }) => ref_count)).toEqual([1, 2])
})

test('a large file is left to an activity of its own', async () => {
  const { desk, add, scope } = await openDesk()
  const documentId = await add('film.bin')
  await database.admin((admin) =>
    admin.query('update document_versions set size = 9000000 where document_id = $1', [documentId]),
  )
  const lot = await scanLot({ ctx, storage: desk.storage }, scope)
  expect(lot).toEqual({ scanned: 0, failed: 0, large: [{ ...scope, documentId, number: 1 }] })
})
