import * as z from 'zod/mini'
import { FormId } from './ids.ts'

/**
 * What the author of a website writes. Text is text with three inline marks (bold, italic, link); there is no field that
 * holds HTML, and a picture is named by the id under which the website keeps it.
 */
export const MAX_SITE_PAGES = 50
export const MAX_PAGE_ELEMENTS = 300
export const MAX_SITE_BYTES = 524_288
/** Characters of a heading, a title or a description, which are one line. */
export const MAX_LINE_LENGTH = 500
/** Characters of a text with paragraphs, its marks included. */
export const MAX_TEXT_LENGTH = 10_000
export const MAX_MENU_ITEMS = 20
export const MAX_MENU_LABEL = 60
/** The specification’s text in place of a description that nobody has written yet; it describes nothing. */
export const DEFAULT_IMAGE_ALT = 'Image description'

const text = (most: number) => z.string().check(z.maxLength(most))
const color = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))
/** Made by the client and never used again within a website. */
const partId = z.string().check(z.regex(/^[A-Za-z][\w-]{0,39}$/))
/** A picture of this website; empty while none is chosen. */
const picture = z.string().check(z.regex(/^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/))

/** Where a picture is that is to be fetched once and kept. */
export const PictureAddress = z.string().check(z.regex(/^https?:\/\/\S+$/), z.maxLength(2_000))
/** What a call may name in place of a picture: its id, or an address. */
const sentPicture = z
  .string()
  .check(z.regex(/^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|https?:\/\/\S+)?$/), z.maxLength(2_000))

export const IMAGE_WIDTHS = ['25%', '50%', '75%', '100%'] as const
export const SOCIAL_PLATFORMS = ['Facebook', 'Twitter', 'Instagram', 'LinkedIn', 'YouTube'] as const

const HeadingElement = z.strictObject({
  id: partId,
  type: z.literal('heading'),
  content: text(MAX_LINE_LENGTH),
  level: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(6)), 2),
})
const ParagraphElement = z.strictObject({ id: partId, type: z.literal('paragraph'), content: text(MAX_TEXT_LENGTH) })
const imageElement = (src: typeof picture) =>
  z.strictObject({
    id: partId,
    type: z.literal('image'),
    src,
    alt: text(MAX_LINE_LENGTH),
    width: z._default(z.enum(IMAGE_WIDTHS), '100%'),
    /** Screen readers skip it. */
    decorative: z.optional(z.boolean()),
  })
const SectionElement = z.strictObject({
  id: partId,
  type: z.literal('section'),
  title: text(MAX_LINE_LENGTH),
  content: text(MAX_TEXT_LENGTH),
  backgroundColor: color,
})
const FormElementOfSite = z.strictObject({
  id: partId,
  type: z.literal('form'),
  form_id: z.nullable(FormId),
})

const elementWith = (src: typeof picture) =>
  z.discriminatedUnion('type', [HeadingElement, ParagraphElement, imageElement(src), SectionElement, FormElementOfSite])

export const WebsiteElement = elementWith(picture)
export type WebsiteElement = z.infer<typeof WebsiteElement>
export type WebsiteElementType = WebsiteElement['type']

const pageWith = (src: typeof picture) =>
  z.strictObject({
    id: partId,
    title: text(120),
    /** The last part of its address; made of the title unless it is given. The first page is the website's own address. */
    path: z.optional(z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(60))),
    /** For search engines. */
    description: z.optional(text(300)),
    /** Search engines are asked to leave it out. */
    hidden_from_search: z.optional(z.boolean()),
    elements: z.array(elementWith(src)).check(z.maxLength(MAX_PAGE_ELEMENTS)),
  })

export const WebsitePage = pageWith(picture)
/** As it is sent: an image may name an address, whose picture is kept. */
export const SentPage = pageWith(sentPicture)
export type WebsitePage = z.infer<typeof WebsitePage>

const headerWith = (logo: typeof picture) =>
  z.strictObject({
    companyName: text(120),
    logo: z.optional(logo),
    backgroundColor: color,
    textColor: color,
    menuItems: z
      .array(z.strictObject({ label: text(MAX_MENU_LABEL), path: text(500) }))
      .check(z.minLength(1), z.maxLength(MAX_MENU_ITEMS)),
  })

export const HeaderConfig = headerWith(picture)
export const SentHeader = headerWith(sentPicture)
export type HeaderConfig = z.infer<typeof HeaderConfig>

export const FooterConfig = z.strictObject({
  companyName: text(120),
  copyright: text(300),
  backgroundColor: color,
  textColor: color,
  socialLinks: z.array(z.strictObject({ platform: z.enum(SOCIAL_PLATFORMS), url: text(500) })).check(z.maxLength(10)),
})
export type FooterConfig = z.infer<typeof FooterConfig>

export const WebsiteContent = z.strictObject({
  title: z.string().check(z.trim(), z.maxLength(200)),
  pages: z.array(WebsitePage).check(z.maxLength(MAX_SITE_PAGES)),
  header_config: HeaderConfig,
  footer_config: FooterConfig,
})
export type WebsiteContent = z.infer<typeof WebsiteContent>

export const SECTION_BACKGROUND = '#f8f9fa'

const DEFAULT_PAGES = ['Home', 'About', 'Offerings', 'Contact'] as const

/** What a new website begins with; `company` is the name of the workspace. */
export function defaultWebsite(company: string, year: number): WebsiteContent {
  return {
    title: '',
    pages: DEFAULT_PAGES.map((title) => ({ id: title.toLowerCase(), title, elements: [] })),
    header_config: {
      companyName: company,
      backgroundColor: '#ffffff',
      textColor: '#333333',
      menuItems: DEFAULT_PAGES.map((label, at) => ({ label, path: at === 0 ? '/' : `/${label.toLowerCase()}` })),
    },
    footer_config: {
      companyName: company,
      copyright: `© ${year} ${company}, all rights reserved`,
      backgroundColor: SECTION_BACKGROUND,
      // The specification's #6c757d has a contrast of 4.45:1, below 4.5, which the check points out.
      textColor: '#6c757d',
      socialLinks: [
        { platform: 'Facebook', url: '' },
        { platform: 'Twitter', url: '' },
      ],
    },
  }
}
