import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { bodiesOf, bodyKeysOf, recutTexts } from '../../documents/documents.public.ts'
import type { Kind, SearchedThing } from '../kinds/kind.ts'
import { dropParts, type KnownEntry, knownEntries, putEntries } from './entries.queries.ts'
import {
  BODY_BEGINNING,
  type Draft,
  draftOfThing,
  draftsOfBody,
  entriesOf,
  hashOfBody,
  hashOfThing,
} from './make-entries.ts'

/** Texts of so many files are in memory at once. */
const FILES_AT_ONCE = 4

interface Known {
  hashes: ReadonlyMap<number, Buffer>
}

function byThing(entries: readonly KnownEntry[]): ReadonlyMap<string, Known> {
  const known = new Map<string, { hashes: Map<number, Buffer> }>()
  for (const { entity_id, part, content_hash } of entries) {
    const one = known.get(entity_id) ?? { hashes: new Map() }
    one.hashes.set(part, content_hash)
    known.set(entity_id, one)
  }
  return known
}

const isSame = (known: Known | undefined, part: number, hash: Buffer) => known?.hashes.get(part)?.equals(hash) ?? false

async function write(tx: TenantTx, kind: Kind, drafts: readonly Draft[]): Promise<void> {
  if (drafts.length > 0) await putEntries(tx.db, tx.tenantId, kind.name, await entriesOf(tx.db, kind.letter, drafts))
}

/** The name, description and comments of files are written often, their texts once. */
async function indexFiles(
  tx: TenantTx,
  kind: Kind,
  things: readonly SearchedThing[],
  known: ReadonlyMap<string, Known>,
) {
  const files = things.flatMap(({ id, body }) => (body ? [{ id, number: body.number }] : []))
  await recutTexts(tx, files)
  const keys = await bodyKeysOf(tx, files)
  const changed = things.filter((thing) => {
    const key = keys.get(thing.id) ?? ''
    return !isSame(known.get(thing.id), 0, hashOfThing(thing, key))
  })
  for (let at = 0; at < changed.length; at += FILES_AT_ONCE) {
    const few = changed.slice(at, at + FILES_AT_ONCE)
    const bodies = await bodiesOf(
      tx,
      files.filter(({ id }) => few.some((thing) => thing.id === id)),
    )
    const shorter: { id: string; from: number }[] = []
    const drafts = few.flatMap((thing) => {
      const key = keys.get(thing.id) ?? ''
      const body = bodies.get(thing.id) ?? ''
      const parts = draftsOfBody(thing, key, body)
      shorter.push({ id: thing.id, from: parts.length + 1 })
      const written = parts.filter(({ part }) => !isSame(known.get(thing.id), part, hashOfBody(thing, key, part)))
      return [draftOfThing(thing, hashOfThing(thing, key), body.slice(0, BODY_BEGINNING)), ...written]
    })
    await write(tx, kind, drafts)
    await dropParts(tx.db, tx.tenantId, kind.name, shorter)
  }
}

/** Makes the entries of these what their rows say now; answers what else is to be indexed with them. */
export async function indexThings(tx: TenantTx, kind: Kind, ids: readonly string[]) {
  const things = await kind.read(tx, ids)
  const there = new Set(things.map(({ id }) => id))
  const known = byThing(await knownEntries(tx.db, tx.tenantId, kind.name, ids))
  const gone = ids.filter((id) => !there.has(id) && known.has(id))
  await dropParts(
    tx.db,
    tx.tenantId,
    kind.name,
    gone.map((id) => ({ id, from: 0 })),
  )
  const isFile = things.some(({ body }) => body !== undefined)
  if (isFile) await indexFiles(tx, kind, things, known)
  else {
    const drafts = things.flatMap((thing) => {
      const hash = hashOfThing(thing, '')
      return isSame(known.get(thing.id), 0, hash) ? [] : [draftOfThing(thing, hash, '')]
    })
    await write(tx, kind, drafts)
  }
  return things.flatMap(({ also }) => also ?? [])
}
