import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { DocumentId, MemberId, WebsiteId } from './ids.ts'
import { Json } from './json.ts'
import { PageQuery } from './paging.ts'
import { instant } from './running.ts'
import {
  FooterConfig,
  HeaderConfig,
  MAX_SITE_PAGES,
  PictureAddress,
  SentHeader,
  SentPage,
  WebsiteContent,
  WebsitePage,
} from './website-content.ts'
import { Author } from './workflows.ts'

const websiteParams = z.object({ websiteId: WebsiteId })

const WebsiteStatus = z.enum(['draft', 'published'])

const head = {
  id: WebsiteId,
  title: z.string(),
  status: WebsiteStatus,
  is_published: z.boolean(),
  published_at: z.nullable(instant),
  created_at: instant,
  updated_at: instant,
  page_count: z.number(),
  /** The version that is public; null until there is one. */
  current_version: z.nullable(z.number()),
  /** Changes of the shared draft that are not published; 0 without any. */
  draft_changes: z.number(),
  /** Where visitors find it once it is published. */
  publishUrl: z.string(),
  deleted_at: z.nullable(instant),
}

export const WebsiteRow = z.object(head)
export type WebsiteRow = z.infer<typeof WebsiteRow>

/** `preview` is the beginning of its first page, to be drawn small; other pages are named only. */
const ListedWebsite = z.extend(WebsiteRow, {
  preview: WebsiteContent,
  changed_by: z.nullable(Author),
  /** When it was taken off its address, and by whom; null while it is public, and where that was not noted. */
  unpublished: z.nullable(z.object({ at: instant, by: z.nullable(Author) })),
})
export type ListedWebsite = z.infer<typeof ListedWebsite>

const WebsiteFilter = z.enum(['all', 'published', 'draft', 'trash'])

export const listWebsites = endpoint({
  method: 'GET',
  path: '/v1/websites/',
  summary: 'Websites of the workspace, the last changed first',
  access: 'publishing.view',
  rate: 'read',
  query: z.object({
    ...PageQuery,
    status: z._default(WebsiteFilter, 'all'),
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  }),
  response: z.object({
    data: z.array(ListedWebsite),
    pagination: z.object({ next_cursor: z.nullable(z.string()) }),
  }),
})

/** One change of the draft against the public version, or of a version against the one before it. */
export const WebsiteChange = z.object({
  kind: z.enum(['added', 'removed', 'changed', 'moved']),
  what: z.enum(['element', 'page', 'header', 'footer', 'title']),
  /** The title of the page where it is. */
  page: z.optional(z.string()),
  /** What people call it: the beginning of its text, or what it is. */
  name: z.string(),
  before: z.optional(Json),
  after: z.optional(Json),
  author: z.nullable(MemberId),
  at: z.nullable(instant),
})
export type WebsiteChange = z.infer<typeof WebsiteChange>

/** What stands in the way of publishing, or is worth a look: `code` has its words in the web. */
export const WebsiteProblem = z.object({
  code: z.enum([
    'no_pages',
    'title_missing',
    'page_title_missing',
    'id_twice',
    'link_nowhere',
    'picture_missing',
    'form_missing',
    'form_unpublished',
    'alt_missing',
    'contrast',
    'heading_skipped',
  ]),
  level: z.enum(['error', 'warning']),
  page: z.optional(z.string()),
  element: z.optional(z.string()),
  /** What it speaks of: a link, a page, a ratio. */
  name: z.optional(z.string()),
})
export type WebsiteProblem = z.infer<typeof WebsiteProblem>

/** A picture as it is drawn at its widest; `smaller` are the widths at which there are narrower drawings. */
const WebsitePicture = z.object({
  id: z.string(),
  width: z.number(),
  height: z.number(),
  smaller: z.array(z.number()),
})
export type WebsitePicture = z.infer<typeof WebsitePicture>

/** The narrowest drawing that is at least this wide, else the widest. */
export const PictureWidth = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000))

/** The whole of a website with its shared draft. `version` counts its changes: it goes back as `base_version`. */
export const Website = z.object({
  ...head,
  pages: z.array(WebsitePage),
  header_config: HeaderConfig,
  footer_config: FooterConfig,
  metadata: z.record(z.string(), Json),
  organization: z.string(),
  version: z.number(),
  changed_by: z.nullable(Author),
  changes: z.array(WebsiteChange),
  authors: z.array(Author),
  problems: z.array(WebsiteProblem),
  /** Those of its pictures that were drawn at several widths. */
  pictures: z.array(WebsitePicture),
  /** Forms that its pages show, as visitors find them; those that are not published have no address. */
  forms: z.array(z.object({ id: z.string(), title: z.string(), url: z.nullable(z.string()) })),
  /** Addresses that its pages had and that lead on, the last first; `until` is null for those from before it was noted. */
  moves: z.array(z.object({ page: z.string(), path: z.string(), until: z.nullable(instant) })),
})
export type Website = z.infer<typeof Website>

const whole = z.object({ data: Website })

export const getWebsite = endpoint({
  method: 'GET',
  path: '/v1/websites/:websiteId/',
  summary: 'A website with its shared draft',
  access: 'publishing.view',
  rate: 'read',
  params: websiteParams,
  response: whole,
})

/** Stays below what the database keeps of it, whatever the characters. */
const MAX_METADATA = 30
const SentMetadata = z
  .record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(500)))
  .check(z.refine((metadata) => Object.keys(metadata).length <= MAX_METADATA, 'too many'))

const websiteBody = {
  title: z.string().check(z.trim(), z.maxLength(200)),
  /** Pictures may be addresses: each is fetched once, and the content names the picture that is kept. */
  pages: z.optional(z.array(SentPage).check(z.maxLength(MAX_SITE_PAGES))),
  header_config: z.optional(SentHeader),
  footer_config: z.optional(FooterConfig),
  /** Accepted as it is sent; a website is published by a call of its own. */
  status: z.optional(WebsiteStatus),
  metadata: z.optional(SentMetadata),
}

export const createWebsite = endpoint({
  method: 'POST',
  path: '/v1/websites/',
  summary: 'Make a website, as a draft; what is left out is as in every new one',
  access: 'publishing.manage',
  rate: 'write',
  status: 201,
  body: z.strictObject(websiteBody),
  response: whole,
})

const base_version = z.number().check(z.int())

/** A stale one answers 409: `errors` names each place changed since then, with who changed it. */
export const saveWebsite = endpoint({
  method: 'PUT',
  path: '/v1/websites/:websiteId/',
  summary: 'Keep the shared draft; a stale base_version answers 409 with what changed since',
  access: 'publishing.manage',
  rate: 'write',
  params: websiteParams,
  body: z.strictObject({ ...websiteBody, base_version: z.optional(base_version) }),
  response: whole,
})

export const publishWebsite = endpoint({
  method: 'POST',
  path: '/v1/websites/:websiteId/publish/',
  aliases: ['/websites/:websiteId/publish'],
  summary: 'Make the draft the public version; others’ changes must be named in include_authors',
  access: 'publishing.manage',
  rate: 'write',
  params: websiteParams,
  body: z.strictObject({
    base_version: z.optional(base_version),
    include_authors: z._default(z.array(MemberId).check(z.maxLength(200)), []),
    note: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  }),
  response: z.object({ publishUrl: z.string(), data: Website }),
})

export const unpublishWebsite = endpoint({
  method: 'POST',
  path: '/v1/websites/:websiteId/unpublish/',
  summary: 'Take a website off its public address; its versions stay',
  access: 'publishing.manage',
  rate: 'write',
  params: websiteParams,
  response: whole,
})

export const duplicateWebsite = endpoint({
  method: 'POST',
  path: '/v1/websites/:websiteId/duplicate/',
  summary: 'A new website with the same content, as a draft of the viewer',
  access: 'publishing.manage',
  rate: 'write',
  status: 201,
  params: websiteParams,
  response: whole,
})

export const removeWebsite = endpoint({
  method: 'DELETE',
  path: '/v1/websites/:websiteId/',
  summary: 'Move a website to the trash for 30 days; its public address ends',
  access: 'publishing.manage',
  rate: 'write',
  params: websiteParams,
  response: z.object({ id: WebsiteId }),
})

export const restoreWebsite = endpoint({
  method: 'POST',
  path: '/v1/websites/:websiteId/restore/',
  summary: 'Take a website back out of the trash, as it was',
  access: 'publishing.manage',
  rate: 'write',
  params: websiteParams,
  response: z.object({ data: WebsiteRow }),
})

export const purgeWebsite = endpoint({
  method: 'DELETE',
  path: '/v1/websites/:websiteId/forever/',
  summary: 'Permanently delete a website in the trash',
  access: 'trash.purge',
  rate: 'write',
  params: websiteParams,
  response: z.object({ id: WebsiteId }),
})

/** A heavier page is pointed out before it is published. */
export const MAX_PAGE_BYTES = 25_600

export const weighWebsite = endpoint({
  method: 'GET',
  path: '/v1/websites/:websiteId/weights/',
  summary: 'How many bytes each page of the draft sends to a visitor, without pictures',
  access: 'publishing.view',
  rate: 'read',
  params: websiteParams,
  response: z.object({ data: z.array(z.object({ page: z.string(), bytes: z.number() })) }),
})

export const WebsiteVersion = z.object({
  number: z.number(),
  note: z.string(),
  published_at: instant,
  published_by: z.nullable(Author),
  change_count: z.number(),
})
export type WebsiteVersion = z.infer<typeof WebsiteVersion>

const versionParams = z.object({
  websiteId: WebsiteId,
  number: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)),
})

export const listWebsiteVersions = endpoint({
  method: 'GET',
  path: '/v1/websites/:websiteId/versions/',
  summary: 'Published versions, newest first',
  access: 'publishing.view',
  rate: 'read',
  params: websiteParams,
  query: z.object(PageQuery),
  response: z.object({ data: z.array(WebsiteVersion), pagination: z.object({ next_cursor: z.nullable(z.string()) }) }),
})

export const getWebsiteVersion = endpoint({
  method: 'GET',
  path: '/v1/websites/:websiteId/versions/:number/',
  summary: 'A version with its content and its changes against the one before it',
  access: 'publishing.view',
  rate: 'read',
  params: versionParams,
  response: z.object({ data: z.extend(WebsiteVersion, { content: WebsiteContent, changes: z.array(WebsiteChange) }) }),
})

export const restoreWebsiteVersion = endpoint({
  method: 'POST',
  path: '/v1/websites/:websiteId/versions/:number/restore/',
  summary: 'Make the draft equal to an older version; nothing is published by it',
  access: 'publishing.manage',
  rate: 'write',
  params: versionParams,
  body: z.strictObject({ base_version }),
  response: whole,
})

export const addWebsitePicture = endpoint({
  method: 'POST',
  path: '/v1/websites/:websiteId/pictures/',
  summary: 'Draw a picture of Files, or of an address, anew for a website; its id is what an element names',
  access: 'publishing.manage',
  rate: 'upload',
  status: 201,
  params: websiteParams,
  /** Exactly one of them; an address is fetched this once. */
  body: z.strictObject({ document_id: z.optional(DocumentId), url: z.optional(PictureAddress) }),
  response: z.object({ data: WebsitePicture }),
})

export const getWebsitePicture = endpoint({
  method: 'GET',
  path: '/v1/websites/:websiteId/pictures/:pictureId/',
  summary: 'A picture of a website, for those who work on it',
  access: 'publishing.view',
  rate: 'read',
  binary: true,
  params: z.object({ websiteId: WebsiteId, pictureId: z.uuid().check(z.toLowerCase()) }),
  query: z.object({ w: z.optional(PictureWidth) }),
  response: z.any(),
})

/** `data` is what visitors see: the pages with header and footer. */
export const getPublicWebsite = endpoint({
  method: 'GET',
  path: '/v1/websites/public/:websiteId/',
  summary: 'The public version of a website',
  access: 'public',
  rate: 'read',
  params: websiteParams,
  response: z.object({
    data: z.object({
      id: WebsiteId,
      title: z.string(),
      pages: z.array(WebsitePage),
      header_config: HeaderConfig,
      footer_config: FooterConfig,
      published_at: instant,
      publishUrl: z.string(),
    }),
  }),
})
