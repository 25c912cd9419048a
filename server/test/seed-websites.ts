import { type FormId, WebsiteId } from '@throughline/contracts/ids'
import type { WebsiteContent } from '@throughline/contracts/website-content'
import { openForChange } from '../src/areas/websites/opened.ts'
import { publishDraft } from '../src/areas/websites/publish.service.ts'
import { createWebsiteFrom, keepWebsite } from '../src/areas/websites/websites.service.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import type { Cast } from './cast.ts'

const elements: WebsiteContent['pages'][number]['elements'] = [
  { id: 'heading-1', type: 'heading', content: 'Your books, contracts, and filings, finished on time.', level: 1 },
  {
    id: 'paragraph-1',
    type: 'paragraph',
    content:
      'We run accounting and legal operations for growing companies in the Netherlands and the Nordics. One team, one calendar, and you always know what’s waiting.',
  },
  { id: 'paragraph-2', type: 'paragraph', content: '[Tell us about your company](/contact)' },
  {
    id: 'section-1',
    type: 'section',
    title: 'Your month, closed in five business days',
    content:
      'Bank, receivables, payables, payroll, and assets are closed in parallel and **checked by a second person** before you see them.',
    backgroundColor: '#e2f0f0',
  },
]

/** The firm's own website, with its intake form on the contact page. */
export const siteOf = (company: string, formId: FormId): WebsiteContent => ({
  title: company,
  pages: [
    { id: 'home', title: 'Home', description: 'Accounting and legal operations for growing companies.', elements },
    {
      id: 'about',
      title: 'About',
      elements: [
        { id: 'heading-2', type: 'heading', content: 'Who we are', level: 1 },
        { id: 'paragraph-3', type: 'paragraph', content: 'Twenty-four people in Rotterdam, Oslo, and Porto.' },
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      elements: [
        { id: 'heading-3', type: 'heading', content: 'Start with one month', level: 1 },
        { id: 'form-1', type: 'form', form_id: formId },
      ],
    },
  ],
  header_config: {
    companyName: company,
    backgroundColor: '#ffffff',
    textColor: '#1d1c1a',
    menuItems: [
      { label: 'Home', path: '/' },
      { label: 'About', path: '/about' },
      { label: 'Contact', path: '/contact' },
    ],
  },
  footer_config: {
    companyName: company,
    copyright: `© 2026 ${company}, all rights reserved`,
    backgroundColor: '#1d3f42',
    textColor: '#ffffff',
    socialLinks: [{ platform: 'LinkedIn', url: 'https://www.linkedin.com/company/harborvale' }],
  },
})

/** Published by the one who looks after the intake, with a change that is still to come. */
export async function seedWebsites(ctx: Context, cast: Cast, intake: FormId): Promise<void> {
  const viewer = await cast.viewer('priya')
  const content = siteOf('Harbor & Vale', intake)
  const made = await inTenant(ctx, viewer, async (tx) => {
    const id = await createWebsiteFrom(tx, viewer, { content })
    await publishDraft(ctx, tx, viewer, await openForChange(tx, id), { include_authors: [], note: '' })
    return WebsiteId.parse(id)
  })
  const pages = content.pages.map((page) =>
    page.id === 'about' ? { ...page, description: 'The people behind Harbor & Vale.' } : page,
  )
  await keepWebsite(ctx, viewer, made, { ...content, pages })
  const handbook = { ...siteOf('Client handbook 2027', intake), title: 'Client handbook 2027' }
  await inTenant(ctx, viewer, (tx) => createWebsiteFrom(tx, viewer, { content: handbook }))
}
