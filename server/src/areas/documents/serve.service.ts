import type { linkDocument, openLink } from '@throughline/contracts/documents'
import type { Query } from '@throughline/contracts/endpoint'
import type { DocumentId, MemberId } from '@throughline/contracts/ids'
import { isAdminRole } from '@throughline/contracts/permissions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { sendPicture } from '../../core/images/send-picture.ts'
import { attachment } from '../../core/storage/file-name.ts'
import type { Storage } from '../../core/storage/storage.ts'
import type { VisibilityScope } from '../workflows/workflows.public.ts'
import { rangeOf } from './byte-range.ts'
import { requireVisibleDocument } from './document-visibility.ts'
import { canBeShown } from './family.ts'
import { makeLink, readLink } from './links.ts'
import { findActiveMember, findServed, findThumbnail } from './serve.queries.ts'

/** A clean version of a document that is seen and not in the trash; anything else is not there. */
async function servedFile(tx: ReadTx, viewer: VisibilityScope, id: DocumentId, wanted: number | undefined) {
  const document = await requireVisibleDocument(tx, viewer, id)
  const number = wanted ?? document.current_version
  const file = await findServed(tx.db, tx.tenantId, id, number)
  if (!file) throw notFound('The file')
  return { ...file, number, name: document.name }
}

export const linkTo = (
  ctx: Context,
  viewer: Viewer,
  documentId: DocumentId,
  { version_number, open }: Query<typeof linkDocument>,
) =>
  readTenant(ctx, viewer, async (tx) => {
    const { number, media_type } = await servedFile(tx, viewer, documentId, version_number)
    const { tenantId, memberId } = viewer
    const way = canBeShown(media_type) ? open : 'attachment'
    return makeLink(ctx.config, { tenantId, memberId, documentId, number, open: way })
  })

/** The bytes themselves come from the origin for user content alone. */
export async function leadToFile(
  ctx: Context,
  viewer: Viewer,
  id: DocumentId,
  query: Query<typeof linkDocument>,
  reply: FastifyReply,
) {
  const { url } = await linkTo(ctx, viewer, id, query)
  reply.status(302).header('location', url)
  return ''
}

/** Who has a link must still be somebody who may see what it leads to. */
export async function seerOf(tx: ReadTx, memberId: MemberId): Promise<VisibilityScope> {
  const member = await findActiveMember(tx.db, tx.tenantId, memberId)
  if (!member) throw notFound('The file')
  return { memberId, user: { is_admin: isAdminRole(member.role) } }
}

async function claimedFile(ctx: Context, link: string) {
  const { tenantId, memberId, documentId, number, open } = readLink(ctx.config, link)
  return await readTenant(ctx, { tenantId, memberId }, async (tx) => ({
    ...(await servedFile(tx, await seerOf(tx, memberId), documentId, number)),
    open,
  }))
}

/** Should a browser open it as a page, that page can do nothing and reach nobody. */
export const SANDBOX = {
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'noindex',
  'cache-control': 'private, max-age=300',
}

export async function sendLinked(
  ctx: Context,
  storage: Storage,
  { link }: Query<typeof openLink>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  // The application's pages read the bytes, or why there are none; nobody else's do.
  reply.header('access-control-allow-origin', ctx.config.APP_ORIGIN)
  const file = await claimedFile(ctx, link)
  const etag = `"${file.sha256.toString('hex')}"`
  const ifRange = request.headers['if-range']
  reply.headers({ ...SANDBOX, 'accept-ranges': 'bytes', etag })
  reply.header('access-control-expose-headers', 'accept-ranges, content-length, content-range, etag')
  reply.header('content-disposition', file.open === 'inline' ? 'inline' : attachment(file.name))
  reply.header('content-range', `bytes */${file.size}`)
  const range = ifRange && ifRange !== etag ? undefined : rangeOf(request.headers.range, file.size)
  const content = await storage.read(file.object_key, range)
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  else reply.removeHeader('content-range')
  reply.type(typeOnWire(file.media_type)).header('content-length', content.length)
  return content.stream
}

/** A text is read as it was found to be written. */
const typeOnWire = (mediaType: string) => (mediaType.startsWith('text/') ? 'text/plain; charset=utf-8' : mediaType)

export async function sendThumbnail(
  ctx: Context,
  storage: Storage,
  viewer: Viewer,
  id: DocumentId,
  reply: FastifyReply,
) {
  const picture = await readTenant(ctx, viewer, async (tx) => {
    const { current_version } = await requireVisibleDocument(tx, viewer, id, { state: 'any' })
    return await findThumbnail(tx.db, tx.tenantId, id, current_version)
  })
  if (!picture) throw notFound('The picture')
  return await sendPicture(storage, reply, picture.object_key, picture.media_type)
}
