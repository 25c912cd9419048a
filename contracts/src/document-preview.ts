import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { DocumentId } from './ids.ts'

/** A run of words in one style: what is kept of a Word document's looks. */
export const PreviewRun = z.object({
  text: z.string(),
  bold: z.optional(z.boolean()),
  italic: z.optional(z.boolean()),
})
export type PreviewRun = z.infer<typeof PreviewRun>

const paragraph = z.object({ kind: z.literal('paragraph'), runs: z.array(PreviewRun) })

export const PreviewBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.number(), runs: z.array(PreviewRun) }),
  paragraph,
  z.object({ kind: z.literal('item'), level: z.number(), ordered: z.boolean(), runs: z.array(PreviewRun) }),
  z.object({ kind: z.literal('table'), rows: z.array(z.array(z.string())) }),
])
export type PreviewBlock = z.infer<typeof PreviewBlock>

export const PreviewSheet = z.object({
  name: z.string(),
  rows: z.array(z.array(z.string())),
  /** There are more rows or columns than are shown. */
  cut: z.boolean(),
})
export type PreviewSheet = z.infer<typeof PreviewSheet>

/**
 * How a version is shown. Of pictures and PDF the page takes the bytes and draws them itself; everything else was read
 * by us and comes as plain data, so that nothing a file contains is ever run or followed.
 */
export const Preview = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('image') }),
  z.object({ kind: z.literal('pdf'), pages: z.nullable(z.number()) }),
  z.object({ kind: z.literal('text'), text: z.string(), cut: z.boolean() }),
  z.object({ kind: z.literal('table'), sheets: z.array(PreviewSheet) }),
  z.object({ kind: z.literal('words'), blocks: z.array(PreviewBlock), cut: z.boolean() }),
  /** unsupported: no preview of this kind of file; waiting: it is still being read; failed: it could not be read; withheld: not clean. */
  z.object({ kind: z.literal('none'), reason: z.enum(['unsupported', 'waiting', 'failed', 'withheld']) }),
])
export type Preview = z.infer<typeof Preview>

export const previewDocument = endpoint({
  method: 'GET',
  path: '/v1/documents/:documentId/preview/',
  summary: 'How a document is shown: plain data made from its bytes',
  access: 'documents.view',
  rate: 'read',
  params: z.object({ documentId: DocumentId }),
  query: z.object({ version_number: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) }),
  response: z.object({
    data: z.object({
      version_number: z.number(),
      name: z.string(),
      content_type: z.string(),
      size: z.number(),
      preview: Preview,
    }),
  }),
})
