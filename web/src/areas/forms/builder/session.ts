import type { FormElement } from '@throughline/contracts/form-content'
import { type Form, getForm } from '@throughline/contracts/forms'
import { api } from '../../../shared/api.ts'
import type { DraftKind, DraftState } from '../../../shared/draft/reduce.ts'
import { DraftSession } from '../../../shared/draft/session.ts'
import { createDraft, saveDraft } from '../builder.api.ts'
import { type Content, contentOf, sameContent } from './model/content.ts'
import { mergeContent } from './model/merge.ts'

export type SessionState = DraftState<Form, Content, FormElement>

/** Also of what was taken away since the version that is public. */
const idsOf = ({ elements }: Content, form: Form | null) => [
  ...elements.map(({ id }) => id),
  ...(form?.draft?.changes.flatMap(({ element }) => element ?? []) ?? []),
]

/** A banner that was sent is one that is kept from now on. */
function settle(content: Content, sent: Content, form: Form): Content {
  const kept = contentOf(form).banner?.source
  const { banner } = content
  return banner && kept && banner.source === sent.banner?.source && banner.source.kind !== 'kept'
    ? { ...content, banner: { ...banner, source: kept } }
    : content
}

const FORMS: DraftKind<Form, Content, FormElement> = {
  contentOf,
  isSame: sameContent,
  merge: mergeContent,
  idsOf,
  settle,
  create: createDraft,
  save: saveDraft,
  read: async ({ id }) => (await api(getForm, { params: { formId: id } })).data,
}

export const isDirty = ({ content, base }: SessionState): boolean => !sameContent(content, base)

export type FormSession = DraftSession<Form, Content, FormElement>

export const openSession = (form: Form | null, content: Content): FormSession => new DraftSession(FORMS, form, content)
