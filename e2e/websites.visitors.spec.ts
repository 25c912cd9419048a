import type { FormElement } from '@throughline/contracts/form-content'
import { addWorkflowTrigger } from '@throughline/contracts/form-triggers'
import { FormId } from '@throughline/contracts/ids'
import { defaultWebsite, type WebsiteContent } from '@throughline/contracts/website-content'
import { createWebsite, publishWebsite } from '@throughline/contracts/websites'
import { HOSTILE_TEXTS } from '../flow/src/testing/hostile-texts.ts'
import { withWorkflow } from './support/builder.ts'
import { FAILED_CALL } from './support/faults.ts'
import { publishedForm } from './support/forms.ts'
import { look } from './support/look.ts'
import { type Founder, founder } from './support/newcomer.ts'
import { origins } from './support/settings.ts'
import { overSlow4g, paintOf } from './support/slow-network.ts'
import { expect, test } from './support/test.ts'

type Elements = WebsiteContent['pages'][number]['elements']

/** A published website whose first page has these elements; answers its address. */
async function published(host: Founder, title: string, elements: Elements): Promise<string> {
  const content = defaultWebsite(title, 2026)
  const pages = content.pages.map((page, at) => (at === 0 ? { ...page, elements } : page))
  const footer_config = { ...content.footer_config, textColor: '#333333' }
  const { data } = await host.call(createWebsite, { body: { ...content, title, pages, footer_config } })
  return (await host.call(publishWebsite, { params: { websiteId: data.id }, body: {} })).publishUrl
}

test('A visitor sends the form on a website, and the workflow behind it runs', async ({ openBrowser, faults }) => {
  const host = await founder('xena', { name: 'Cedar Partners' })
  const context = await openBrowser({ as: host.username })
  const workflow = await withWorkflow(host, {
    name: 'Client onboarding',
    prefix: 'ONB',
    type: 'sequential',
    metadata: { version: '1.0', category: 'clients' },
    start_fields: [{ name: 'legal_name', type: 'text', label: 'Legal name', required: true }],
    start_step: 'check',
    steps: { check: { id: 'check', type: 'manual', name: 'Check', assignee: { starter: true }, fields: [], next: [] } },
  })
  const asked: FormElement[] = [{ id: 'txt-1', type: 'textbox', label: 'Legal name', required: true }]
  const form_id = FormId.parse((await publishedForm(context, 'New client', asked)).split('/').at(-1))
  const body = { form_id, field_mapping: { 'txt-1': 'legal_name' } }
  await host.call(addWorkflowTrigger, { params: { workflowId: workflow.id }, body })
  const address = await published(host, 'Cedar', [
    { id: 'h-1', type: 'heading', level: 1, content: 'Start with one month' },
    { id: 'f-1', type: 'form', form_id },
  ])

  const visitor = await (await openBrowser()).newPage()
  await overSlow4g(visitor)
  await visitor.goto(address)
  const { largest, shift } = await paintOf(visitor)
  expect(largest).toBeLessThanOrEqual(1_000)
  expect(shift).toBeLessThanOrEqual(0.01)
  await look(visitor, 'site-contact', 360)
  const form = visitor.frameLocator('iframe[title="New client"]')
  // As slowly as people type: what is sent within three seconds is held.
  await form.getByLabel('Legal name').pressSequentially('Meridian Foods Ltd', { delay: 250 })
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(form.getByRole('heading', { name: 'Thank you for your submission!' })).toBeVisible()

  faults.expect(FAILED_CALL)
  expect((await visitor.goto(`${address}/abuot`))?.status()).toBe(404)
  await expect(visitor.getByRole('link', { name: 'Go to About' })).toBeVisible()
  await look(visitor, 'site-missing')

  const page = await context.newPage()
  await page.goto('/all-instances')
  await expect(page.getByRole('link', { name: /^New client / })).toBeVisible()
})

test('Hostile texts run nothing and ask nothing of others; the page reads well zoomed, narrow and without scripts', async ({
  openBrowser,
  faults,
}) => {
  const host = await founder('yara', { name: 'Cedar Partners' })
  const elements = HOSTILE_TEXTS.map((content, at) => ({ id: `p-${at}`, type: 'paragraph' as const, content }))
  const address = await published(host, HOSTILE_TEXTS[0] ?? '', [
    { id: 'h-1', type: 'heading', level: 1, content: HOSTILE_TEXTS[1] ?? '' },
    ...elements,
    { id: 's-1', type: 'section', title: HOSTILE_TEXTS[2] ?? '', content: 'Plain', backgroundColor: '#123456' },
  ])
  const page = await (await openBrowser()).newPage()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('dialog', (dialog) => requests.push(`dialog ${dialog.message()}`))
  await page.goto(address)
  await expect(page.getByRole('main').locator('.text')).toHaveCount(HOSTILE_TEXTS.length + 1)
  await page.waitForLoadState('networkidle')
  const { origin } = new URL(address)
  expect(requests.filter((url) => !url.startsWith(`${origin}/`))).toEqual([])
  expect(await page.evaluate(() => ['hostileRan' in window, document.scripts.length])).toEqual([false, 0])
  await look(page, 'site-hostile')
  // 1280 pixels at 200 % and at 400 %.
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 512 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  const plain = await (await openBrowser({ javaScriptEnabled: false })).newPage()
  await plain.goto(address)
  await plain.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'About' }).click()
  await expect(plain).toHaveURL(`${address}/about`)

  // The frame of the canvas refuses also the scripts by which the journey looks into it.
  faults.expect(/^error: Blocked script execution in 'about:(blank|srcdoc)'/)
  const builder = await (await openBrowser({ as: host.username })).newPage()
  const asked: string[] = []
  builder.on('request', (request) => asked.push(request.url()))
  builder.on('dialog', (dialog) => asked.push(`dialog ${dialog.message()}`))
  await builder.goto(`/website-builder/${address.split('/').at(-1)}`)
  const canvas = () =>
    builder.evaluate(() => {
      const drawn = document.querySelector('iframe')?.contentDocument
      const ran = 'hostileRan' in window
      return { elements: drawn?.querySelectorAll('[data-element]').length, scripts: drawn?.scripts.length, ran }
    })
  await expect.poll(canvas).toEqual({ elements: HOSTILE_TEXTS.length + 2, scripts: 0, ran: false })
  await builder.waitForLoadState('networkidle')
  expect(asked.filter((url) => !url.startsWith(`${origins.app}/`) && !/^(blob|data):/.test(url))).toEqual([])
})
