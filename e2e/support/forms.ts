import type { BrowserContext } from '@playwright/test'
import { getCsrf } from '@throughline/contracts/auth'
import { fillPath } from '@throughline/contracts/endpoint'
import type { FormElement } from '@throughline/contracts/form-content'
import { createForm, publishForm } from '@throughline/contracts/forms'
import { origins } from './settings.ts'

/** A published form of the person who sits at this browser; answers the path of its page. */
export async function publishedForm(
  context: BrowserContext,
  title: string,
  elements: FormElement[],
  settings: object = { submitButtonText: 'Submit' },
): Promise<string> {
  const page = await context.newPage()
  await page.goto(`${origins.app}/home`)
  const answerOf = (path: string) => page.evaluate(async (address) => (await fetch(address)).text(), path)
  const { csrfToken } = getCsrf.response.parse(JSON.parse(await answerOf(getCsrf.path)))
  const texts = { title, description: '', elements: JSON.stringify(elements), settings: JSON.stringify(settings) }
  const made = await page.evaluate(
    async ([path, token, fields]) => {
      const body = new FormData()
      for (const [name, text] of Object.entries(fields)) body.set(name, text)
      return (await fetch(path, { method: 'POST', headers: { 'x-csrftoken': token }, body })).text()
    },
    [createForm.path, csrfToken, texts] as const,
  )
  const { data } = createForm.response.parse(JSON.parse(made))
  const published = await page.evaluate(
    async ([path, token]) => {
      const headers = { 'x-csrftoken': token, 'content-type': 'application/json' }
      const answer = await fetch(path, { method: 'POST', headers, body: '{}' })
      return answer.ok ? '' : await answer.text()
    },
    [fillPath(publishForm.path, { formId: data.id }), csrfToken] as const,
  )
  if (published !== '') throw new Error(`${title} was not published: ${published}`)
  await page.close()
  return `/public/forms/${data.id}`
}
