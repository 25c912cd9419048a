import type { Body } from '@throughline/contracts/endpoint'
import { DEFAULT_SUBMIT_TEXT, type FormContent } from '@throughline/contracts/form-content'
import type { createForm, saveForm } from '@throughline/contracts/forms'
import type { FormId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import type { StoredPicture } from '../../core/images/pictures.ts'
import { truncate } from '../../core/truncate.ts'
import { beginAccessChange } from '../org/org.public.ts'
import { accessOf, insertAccess, marked, NO_MARKS, type VisibilityScope } from '../workflows/workflows.public.ts'
import { copyBanner, dropUnnamedBanner } from './banner.queries.ts'
import { type Banner, bannerOf } from './banner.ts'
import { isSameContent, requireStorable } from './content.ts'
import { changeDraft, changesBetween, errorsIn, requireCurrentForm } from './draft-change.ts'
import { wholeForm } from './form-wire.ts'
import { insertDraft, insertForm } from './forms.queries.ts'
import { openForm, openFormForChange } from './opened.ts'
import { recordFormAct } from './publish-frames.ts'

const LONGEST_COPIED_TITLE = 193

export const readForm = (ctx: Context, viewer: Viewer, id: FormId) =>
  readTenant(ctx, viewer, (tx) => wholeForm(tx, viewer, ctx.config, id))

interface NewOptions {
  /** Once the form has an id: the banner is a row of it. */
  banner?: (id: string) => Promise<Banner>
  /** Limited to the people to whom this one is limited. */
  likeForm?: string
  /** What the audit says beside the title. */
  data?: Record<string, string>
}

/** Makes a form as a draft of the viewer. */
export async function createFormFrom(
  tx: TenantTx,
  viewer: VisibilityScope,
  given: Omit<FormContent, 'banner'>,
  { banner, likeForm, data = {} }: NewOptions = {},
): Promise<string> {
  const { db, tenantId } = tx
  if (likeForm) await beginAccessChange(db, tenantId)
  const access = likeForm ? await accessOf(db, tenantId, 'form', [likeForm]) : []
  const visibility = likeForm ? 'limited' : 'everyone'
  const { title } = given
  requireStorable({ ...given, banner: null })
  const id = await insertForm(db, tenantId, { title, created_by: viewer.memberId, visibility })
  await insertAccess(db, tenantId, 'form', id, {
    teamIds: access.flatMap(({ team_id }) => team_id ?? []),
    memberIds: access.flatMap(({ member_id }) => member_id ?? []),
  })
  const content = { ...given, banner: (await banner?.(id)) ?? null }
  const made = changesBetween(undefined, content)
  const by = { member: viewer.memberId, at: new Date().toISOString(), version: 1 }
  await insertDraft(db, tenantId, id, {
    content,
    authors: marked(NO_MARKS, { made, before: [], after: made, by }),
    changes: made.length,
    errors: errorsIn(content),
    updated_by: viewer.memberId,
  })
  await recordFormAct(tx, 'form.created', { id, title, visibility }, data)
  return id
}

const DEFAULT_SETTINGS: FormContent['settings'] = { submitButtonText: DEFAULT_SUBMIT_TEXT }

export const makeForm = (
  ctx: Context,
  viewer: Viewer,
  body: Body<typeof createForm>,
  picture: StoredPicture | undefined,
) =>
  inTenant(ctx, viewer, async (tx) => {
    const { title, description, elements, settings = DEFAULT_SETTINGS } = body
    const content = { title, description, elements, settings }
    const id = await createFormFrom(tx, viewer, content, { banner: (at) => bannerOf(tx, at, null, body, picture) })
    return wholeForm(tx, viewer, ctx.config, id)
  })

/**
 * Keeps the shared draft; not audited, since pages save by themselves while somebody types, and the draft names its
 * authors. What says what the draft says already is accepted whatever it was based on: its first answer was lost, and
 * there is nothing to lose.
 */
export const keepForm = (
  ctx: Context,
  viewer: Viewer,
  id: FormId,
  body: Body<typeof saveForm>,
  picture: StoredPicture | undefined,
) =>
  inTenant(ctx, viewer, async (tx) => {
    const opened = await openFormForChange(tx, viewer, id)
    const { draft } = opened
    const { title, description, elements, settings = draft.settings } = body
    const banner = await bannerOf(tx, id, draft.banner, body, picture)
    const content: FormContent = { title, description, elements, settings, banner }
    if (!isSameContent(draft, content)) {
      await requireCurrentForm(tx, opened, body.base_version)
      await changeDraft(tx, viewer, opened, content)
      if (draft.banner && draft.banner.id !== banner?.id) {
        await dropUnnamedBanner(tx.db, tx.tenantId, id, draft.banner.id)
      }
    }
    return wholeForm(tx, viewer, ctx.config, id)
  })

/** The same content as a draft of the viewer, for the same people. */
export const copyForm = (ctx: Context, viewer: Viewer, id: FormId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { draft, row } = await openForm(tx, viewer, id)
    const { banner, ...content } = draft
    const title = `${truncate(content.title, LONGEST_COPIED_TITLE)} (copy)`
    const copied = await createFormFrom(
      tx,
      viewer,
      { ...content, title },
      {
        banner: async (at) => {
          const picture = banner ? await copyBanner(tx.db, tx.tenantId, banner.id, at) : undefined
          return banner && picture !== undefined ? { ...banner, id: picture } : null
        },
        ...(row.visibility === 'limited' ? { likeForm: id } : {}),
        data: { copy_of: id },
      },
    )
    return wholeForm(tx, viewer, ctx.config, copied)
  })
