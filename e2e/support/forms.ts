import type { BrowserContext } from '@playwright/test'
import { getCsrf } from '@throughline/contracts/auth'
import { fillPath } from '@throughline/contracts/endpoint'
import type { FormElement } from '@throughline/contracts/form-content'
import { createForm, publishForm } from '@throughline/contracts/forms'
import { origins } from './settings.ts'

/** A published form of whoever sits at this browser; answers the path of its page. */
export async function publishedForm(
  { request }: BrowserContext,
  title: string,
  elements: FormElement[],
  settings: object = { submitButtonText: 'Submit' },
): Promise<string> {
  const csrf = getCsrf.response.parse(await (await request.get(origins.app + getCsrf.path)).json())
  const headers = { 'x-csrftoken': csrf.csrfToken, origin: origins.app }
  const made = await request.post(origins.app + createForm.path, {
    headers,
    multipart: { title, description: '', elements: JSON.stringify(elements), settings: JSON.stringify(settings) },
  })
  const { data } = createForm.response.parse(await made.json())
  const publish = fillPath(publishForm.path, { formId: data.id })
  const published = await request.post(origins.app + publish, { headers, data: {} })
  if (!published.ok()) throw new Error(`${title} was not published: ${await published.text()}`)
  return `/public/forms/${data.id}`
}
