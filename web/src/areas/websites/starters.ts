import {
  defaultWebsite,
  type WebsiteContent,
  type WebsiteElement,
  type WebsitePage,
} from '@throughline/contracts/website-content'
import { isOne } from '../../shared/address-params.ts'
import { spec } from './builder.texts.ts'
import { starterTexts as texts } from './starters.texts.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What a new website begins with, where it is not empty. */
    starter?: StarterName
  }
}

export const STARTERS = ['company', 'handbook', 'onePage'] as const
export type StarterName = (typeof STARTERS)[number]

const heading = (id: string, content: string, level = 2): WebsiteElement => ({ id, type: 'heading', content, level })
const paragraph = (id: string, content: string): WebsiteElement => ({ id, type: 'paragraph', content })
const section = (id: string, title: string, content: string, backgroundColor: string): WebsiteElement => ({
  id,
  type: 'section',
  title,
  content,
  backgroundColor,
})

type Made = { pages: Record<string, WebsiteElement[]>; header?: { backgroundColor: string; textColor: string } }

const { company, handbook, onePage } = texts

const MADE: Record<StarterName, Made> = {
  company: {
    pages: {
      home: [
        heading('hero', company.hero, 1),
        paragraph('lead', company.lead),
        paragraph('action', company.action),
        section('proof', company.proof, company.proofText, '#e2f0f2'),
        heading('services', company.services),
        paragraph('service', company.service),
      ],
      about: [heading('about-title', company.about, 1), paragraph('about-text', company.aboutText)],
      offerings: [heading('offerings-title', company.offerings, 1), paragraph('offerings-text', company.offeringsText)],
      contact: [heading('contact-title', company.contact, 1), paragraph('contact-text', company.contactText)],
    },
  },
  handbook: {
    header: { backgroundColor: '#1f3a57', textColor: '#ffffff' },
    pages: {
      home: [
        heading('hero', handbook.hero, 1),
        paragraph('lead', handbook.lead),
        section('calendar', handbook.calendar, handbook.calendarText, '#dfe8f4'),
        section('people', handbook.people, handbook.peopleText, '#f8f9fa'),
        section('limits', handbook.limits, handbook.limitsText, '#dfe8f4'),
      ],
    },
  },
  onePage: {
    header: { backgroundColor: '#fbf1e2', textColor: '#333333' },
    pages: {
      home: [
        heading('hero', onePage.hero, 1),
        paragraph('lead', onePage.lead),
        section('ask', onePage.form, onePage.formText, '#f3d9b1'),
        { id: 'form', type: 'form', form_id: null },
        section('address', onePage.address, onePage.addressText, '#f8f9fa'),
      ],
    },
  },
}

/** What a new website begins with: the four pages, or those of a starter. */
export function newWebsite(company_name: string, starter?: StarterName): WebsiteContent {
  const empty = { ...defaultWebsite(company_name, new Date().getFullYear()), title: spec.untitled }
  if (!starter) return empty
  const { pages: made, header } = MADE[starter]
  const pages = empty.pages.flatMap((page): WebsitePage[] => {
    const elements = made[page.id]
    return elements ? [{ ...page, elements }] : []
  })
  const menuItems = empty.header_config.menuItems.slice(0, pages.length)
  return {
    ...empty,
    title: texts[starter].name,
    pages,
    header_config: { ...empty.header_config, ...header, menuItems },
  }
}

/** What came with the way here. The browser keeps it, so it may be from an older page. */
export function readStarter(state: unknown): StarterName | undefined {
  const given: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'starter') : undefined
  return isOne(STARTERS, given) ? given : undefined
}
