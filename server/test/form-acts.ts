import type { Client } from '@throughline/contracts/client'
import type { FormContent, FormElement } from '@throughline/contracts/form-content'
import { createForm, type Form, publishForm, saveForm } from '@throughline/contracts/forms'

export const FIELDS: FormElement[] = [
  { id: 'txt-1', type: 'textbox', label: 'Company', required: true },
  { id: 'dd-1', type: 'dropdown', label: 'Service', options: ['Bookkeeping', 'Payroll'] },
  { id: 'num-1', type: 'number', label: 'People on payroll', show_if: 'has(vars.dd_1) && vars.dd_1 == "Payroll"' },
]

export const formContent = (change: Partial<FormContent> = {}): FormContent => ({
  title: 'New client intake',
  description: 'Tell us about your company.',
  elements: FIELDS,
  settings: { submitButtonText: 'Send' },
  banner: null,
  ...change,
})

type Texts = Partial<Pick<FormContent, 'title' | 'description' | 'elements' | 'settings'>>
interface Sent {
  banner?: Blob
  texts?: Record<string, string>
}

export const formAt = ({ id }: Pick<Form, 'id'>) => ({ params: { formId: id } })

/** The texts of a form as they are sent. */
export const textsOf = (change: Texts = {}) => {
  const { title, description, elements, settings } = formContent(change)
  return { title, description, elements: JSON.stringify(elements), settings: JSON.stringify(settings) }
}

export function multipart({ banner, texts = {} }: Sent = {}): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) form.set(name, text)
  if (banner) form.append('header_banner', banner, 'banner.png')
  return form
}

export const makeForm = async (client: Client, change: Texts = {}, sent: Sent = {}): Promise<Form> =>
  (await client(createForm, { body: textsOf(change) }, { form: multipart(sent) })).data

/** Built on the state that was read; the rest stays as it is there. */
export const saveFormOf = async (client: Client, of: Form, change: Texts = {}, sent: Sent = {}): Promise<Form> => {
  const { title, description, elements, settings } = of
  const body = { ...textsOf({ title, description, elements, settings, ...change }), base_version: of.version }
  return (await client(saveForm, { ...formAt(of), body }, { form: multipart(sent) })).data
}

export const publishFormOf = async (client: Client, of: Form): Promise<Form> =>
  (await client(publishForm, { ...formAt(of), body: { base_version: of.version } })).data

export const makePublicForm = async (client: Client, change: Texts = {}): Promise<Form> =>
  publishFormOf(client, await makeForm(client, change))
