import { FormId } from '@throughline/contracts/ids'
import type { WebsiteContent } from '@throughline/contracts/website-content'

export const PICTURE = '018f6f2a-0000-7000-8000-00000000b001'
export const FORM = FormId.parse('018f6f2a-0000-7000-8000-00000000f001')

/** A website with a text in every field that takes one, cut to what the field holds. */
export function siteWith(text: string, link = text): WebsiteContent {
  const elements: WebsiteContent['pages'][number]['elements'] = [
    { id: 'h', type: 'heading', content: text, level: 2 },
    { id: 'p', type: 'paragraph', content: `${text} **${text}** [${text}](${link})` },
    { id: 'i', type: 'image', src: PICTURE, alt: text, width: '50%' },
    { id: 's', type: 'section', title: text, content: text, backgroundColor: '#123456' },
    { id: 'f', type: 'form', form_id: FORM },
  ]
  return {
    title: text.slice(0, 200),
    pages: [
      { id: 'home', title: text.slice(0, 120), description: text.slice(0, 300), elements },
      { id: 'about', title: 'About', elements: [] },
    ],
    header_config: {
      companyName: text.slice(0, 120),
      logo: PICTURE,
      backgroundColor: '#ffffff',
      textColor: '#333333',
      menuItems: [
        { label: text.slice(0, 60), path: '/about' },
        { label: 'x', path: link },
      ],
    },
    footer_config: {
      companyName: text.slice(0, 120),
      copyright: text.slice(0, 300),
      backgroundColor: '#f8f9fa',
      textColor: '#6c757d',
      socialLinks: [{ platform: 'Twitter', url: link }],
    },
  }
}

const TAGS = new Set(
  'html head meta title style body a header div img nav ul li main h1 h2 h3 h4 h5 h6 p br strong em footer iframe'.split(
    ' ',
  ),
)
const ATTRIBUTES = new Set(
  'lang charset name content class href rel aria-label aria-current id src srcset sizes width height loading alt title'.split(
    ' ',
  ),
)

const LEADS = /^(\/public\/|#main$|https:|mailto:|tel:)/

/** Tags, attributes and addresses of a document that no page of ours has: none where every text was escaped. */
export function strangeParts(html: string): string[] {
  const tags = [...html.slice('<!doctype html>'.length).matchAll(/<(\/?)([^\s>]*)([^>]*)>/g)]
  return tags.flatMap(([whole, closing, name = '', rest = '']) => {
    const parts = [...rest.matchAll(/\s([^\s="]+)(?:="([^"]*)")?/g)]
    const isOurs =
      TAGS.has(name) &&
      !(closing && rest) &&
      parts.every(
        ([, part = '', value = '']) => ATTRIBUTES.has(part) && (!/^(href|src|srcset)$/.test(part) || LEADS.test(value)),
      )
    return isOurs ? [] : [whole]
  })
}
