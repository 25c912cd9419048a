import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { insertUpload } from '../src/areas/documents/uploads.queries.ts'
import { beginPage, hashOfToken } from '../src/areas/forms/respond/page-token.ts'
import { findLogo } from '../src/areas/org/logo.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import { createObjectStore } from '../src/core/storage/object-store.ts'
import type { Sample } from './endpoint-samples.ts'
import { makeForm } from './forms.ts'
import type { World } from './world.ts'

/** A published form of ours, which anybody may fill in, and uploads of one page of it. */
export function respondSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const { tenantId } = ours
  let made: Promise<string> | undefined
  const form = () => (made ??= makeForm(ctx, ours))
  const tokenFor = (formId: string) => beginPage(ctx.config, formId, Date.now() - 20_000, false).token

  /** With a picture that is there: the logo, once it has been uploaded. */
  const pictured = async (): Promise<Sample> => {
    const formId = await inTenant(ctx, ours, async ({ db }) => {
      const object_key = (await findLogo(db, tenantId))?.object_key ?? 'none'
      const picture = { object_key, media_type: 'image/png', width: 800, height: 200 }
      return await makeForm(ctx, ours, { banner: picture })
    })
    return { params: { formId } }
  }

  /** All of it has arrived, and the store has forgotten its parts. */
  const upload = async (more: object = {}): Promise<Sample> => {
    const formId = await form()
    const token = tokenFor(formId)
    const objects = createObjectStore(ctx.config)
    const object_key = `quarantine/${randomUUID()}`
    await objects.put(object_key, Readable.from([Buffer.from('x')]))
    objects.close()
    const row = {
      form_id: formId,
      token_hash: hashOfToken(token),
      network: 'sample',
      name: 'large.bin',
      size: 1,
      object_key,
      multipart_id: 'gone',
      part_bytes: 8_388_608,
    }
    const { id } = await inTenant(ctx, ours, ({ db }) => insertUpload(db, tenantId, row, { element: 'file-1' }))
    return { params: { formId, uploadId: id }, body: { token, ...more } }
  }

  const response = async (): Promise<Sample> => {
    const formId = await form()
    const sent = new FormData()
    sent.append('_key', randomUUID())
    sent.append('_token', tokenFor(formId))
    sent.append('txt-1', 'Acme')
    return { params: { formId }, form: sent }
  }

  const at = '/v1/forms/public/:formId/'
  return {
    [`GET ${at}`]: async () => ({ params: { formId: await form() } }),
    [`GET ${at}header/`]: pictured,
    [`POST ${at}begin/`]: async () => ({ params: { formId: await form() }, body: {} }),
    [`POST ${at}submissions/`]: response,
    [`POST ${at}uploads/`]: async () => {
      const formId = await form()
      return {
        params: { formId },
        body: { token: tokenFor(formId), element: 'file-1', name: 'large.bin', size: 9_000_000 },
      }
    },
    [`POST ${at}uploads/:uploadId/`]: () => upload(),
    [`POST ${at}uploads/:uploadId/parts/`]: () => upload({ numbers: [1] }),
    [`POST ${at}uploads/:uploadId/complete/`]: () => upload({ parts: [{ number: 1, etag: 'x' }] }),
    [`POST ${at}uploads/:uploadId/cancel/`]: () => upload(),
  }
}
