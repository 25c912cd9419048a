import { type Rows, uuid } from './sample-ids.ts'

/** A website in the trash, with a version. */
export const trashedWebsite = (letter: string) => uuid(letter, 71)

/** A published website with a picture, and one in the trash. */
export function websiteRows(letter: string, { tenant: tenant_id }: { tenant: string }): Rows {
  const website_id = uuid(letter, 70)
  const version = { number: 1, hash: letter, content: {}, changes: '[]', change_count: 0 }
  return [
    ['websites', { tenant_id, id: website_id, title: letter, page_count: 1 }],
    ['websites', { tenant_id, id: trashedWebsite(letter), title: 'Trash', page_count: 1, deleted_at: new Date() }],
    ['website_versions', { tenant_id, website_id: trashedWebsite(letter), ...version }],
    ['website_drafts', { tenant_id, website_id, content: {} }],
    ['website_versions', { tenant_id, website_id, ...version }],
    ['website_moves', { tenant_id, website_id, path: 'about', page_id: 'about' }],
    [
      'website_pictures',
      { tenant_id, website_id, object_key: letter, media_type: 'image/png', width: 1, height: 1, smaller: '[]' },
    ],
  ]
}

/** Of a tenant that has nothing but an old website in its trash. */
export const oldWebsite = (): Rows => [
  ['websites', { tenant_id: uuid('2', 1), title: 'Old', page_count: 0, deleted_at: new Date(0) }],
]
