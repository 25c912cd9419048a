import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { findPublicTenant } from '../../../core/db/in-public.ts'
import { readTenant, readTenantOnce } from '../../../core/db/in-tenant.ts'
import { createSharedReads } from '../../../core/shared-reads.ts'
import { closedOf } from '../closed.ts'
import { findPublicVersion } from '../public-version.ts'
import { submissionCounts } from '../submission-count.ts'
import { type Closed, closedPage, formPage, type PageForm } from './document.ts'
import type { PageAssets } from './page-assets.ts'
import { findPublishedHead } from './published-head.queries.ts'

/** The same bytes for everybody, until the form changes. */
export interface DrawnPage {
  plain: Buffer
  brotli: Buffer
  etag: string
  frameAncestors: readonly string[] | undefined
}

/** A published form, as it is now. */
export interface Published {
  form: PageForm
  frameAncestors: readonly string[] | undefined
  closed: Closed | undefined
}

const MAX_PAGES = 500
const compressed = promisify(brotliCompress)
/** Once for each version and not for each visitor, but while somebody waits for it. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

async function drawn(html: string, frameAncestors: readonly string[] | undefined): Promise<DrawnPage> {
  const plain = Buffer.from(html)
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { plain, brotli: await compressed(plain, QUALITY), etag, frameAncestors }
}

type Head = NonNullable<Awaited<ReturnType<typeof findPublishedHead>>>

function closedNow(head: Head, received: number): Closed | undefined {
  const closed = closedOf(head, received, new Date())
  if (!closed) return undefined
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: head.time_zone })
  return { because: closed.because, day: closed.since === null ? undefined : day.format(new Date(closed.since)) }
}

export interface DrawnPages {
  /** Undefined where the form is not published or unknown. */
  find(formId: string): Promise<DrawnPage | undefined>
  /** For the answer to a plain form, which is nobody else's. */
  read(formId: string): Promise<Published | undefined>
}

/** Pages are drawn once for each version and state of a form; each visit asks the database only which one is meant. */
export function createDrawnPages(ctx: Context, assets: PageAssets | undefined): DrawnPages {
  const pages = new Map<string, Promise<DrawnPage>>()

  async function headOf(tenantId: TenantId, formId: string) {
    const head = await readTenantOnce(ctx, { tenantId }, ({ db }) => findPublishedHead(db, tenantId, formId))
    if (!head) return undefined
    const counts =
      head.closes_after === null
        ? undefined
        : await readTenantOnce(ctx, { tenantId }, (tx) => submissionCounts(tx, [formId]))
    return { head, closed: closedNow(head, counts?.get(formId) ?? 0) }
  }

  const headAt = createSharedReads(async (formId) => {
    const tenantId = await findPublicTenant(ctx, 'form', formId)
    const found = tenantId && (await headOf(tenantId, formId))
    return found && { tenantId, ...found }
  })

  async function readIn(
    tenantId: TenantId,
    formId: string,
    closed: Closed | undefined,
  ): Promise<Published | undefined> {
    const version = await readTenant(ctx, { tenantId }, (tx) => findPublicVersion(tx, formId))
    if (!version) return undefined
    const { number, content, compiled, organisation, limits } = version
    const form = { id: formId, number, content, compiled, organisation, limits }
    return { form, closed, frameAncestors: content.settings.frame_ancestors }
  }

  async function draw(tenantId: TenantId, formId: string, closed: Closed | undefined): Promise<DrawnPage> {
    const published = await readIn(tenantId, formId, closed)
    if (!published) throw new Error('the form was unpublished between two reads')
    const { form, frameAncestors } = published
    return await drawn(closed ? closedPage(form, assets, closed) : formPage(form, assets), frameAncestors)
  }

  function remember(key: string, page: Promise<DrawnPage>): Promise<DrawnPage> {
    pages.set(key, page)
    page.catch(() => pages.delete(key))
    const [oldest] = pages.keys()
    if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest)
    return page
  }

  return {
    async find(formId) {
      const found = await headAt(formId)
      if (!found) return undefined
      const { tenantId } = found
      const { hash, number, organisation, max_files, max_megabytes } = found.head
      const key = JSON.stringify([formId, hash, number, organisation, max_files, max_megabytes, found.closed])
      return await (pages.get(key) ?? remember(key, draw(tenantId, formId, found.closed)))
    },
    async read(formId) {
      const found = await headAt(formId)
      return found && (await readIn(found.tenantId, formId, found.closed))
    },
  }
}
