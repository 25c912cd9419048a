import type { Rows } from './sample-ids.ts'

/** What is found by a word that all have. */
export function searchRows(letter: string, { tenant, asked }: { tenant: string; asked: string }): Rows {
  const of = { tenant_id: tenant, kind: 'task', entity_id: asked }
  const words = { head: "'tword':1A", tsv: "'tword'", content_hash: Buffer.from(letter), changed_at: new Date(0) }
  return [
    ['search_entries', { ...of, part: 0, title: 'A word', ...words }],
    ['search_pending', of],
    ['search_builds', { tenant_id: tenant, version: 0 }],
  ]
}
