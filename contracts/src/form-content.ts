import * as z from 'zod/mini'
import { Json } from './json.ts'

/**
 * What the author of a form writes. Drafts are kept with all their mistakes, so this says only which keys there are and
 * how much each may hold; what stands in the way of publishing is said by `flow/form`.
 */
export const MAX_ELEMENTS = 300
export const MAX_PAGES = 30
export const MAX_CONTENT_BYTES = 262_144

const optional = z.optional
const text = (most: number) => z.string().check(z.maxLength(most))

/** An option is a plain value, or a label with the value that is sent. */
export const FormOption = z.union([
  text(200),
  z.number(),
  z.object({ label: text(200), value: z.union([text(200), z.number()]) }),
])
export type FormOption = z.infer<typeof FormOption>

/** The types that are known; any other one is kept and shown as unsupported. `page` begins a page. */
export const ELEMENT_TYPES = [
  'textbox',
  'text',
  'textarea',
  'email',
  'number',
  'date',
  'tel',
  'url',
  'dropdown',
  'select',
  'radio',
  'checkbox',
  'attachment',
  'file',
  'button',
  'mainHeading',
  'sectionHeading',
  'section',
  'label',
  'headerBanner',
  'page',
] as const
export type ElementType = (typeof ELEMENT_TYPES)[number]

export const FormElement = z.object({
  /** A prefix for the type and a counter, like txt-1; never used again within a form. */
  id: z.string().check(z.regex(/^[A-Za-z][\w-]{0,39}$/)),
  type: text(40),
  label: optional(text(500)),
  placeholder: optional(text(500)),
  required: optional(z.boolean()),
  helpText: optional(text(2_000)),
  rows: optional(z.number().check(z.int())),
  options: optional(z.array(FormOption).check(z.maxLength(200))),
  content: optional(text(10_000)),
  title: optional(text(500)),
  acceptedFileTypes: optional(z.union([text(500), z.array(text(100)).check(z.maxLength(50))])),
  multiple: optional(z.boolean()),
  maxFiles: optional(z.number().check(z.int())),
  /** In megabytes. */
  maxFileSize: optional(z.number()),
  buttonType: optional(text(40)),
  defaultValue: optional(Json),
  min: optional(z.number()),
  max: optional(z.number()),
  /** Stands beside the next one that is narrow too, where there is room. */
  narrow: optional(z.boolean()),
  /** Under which name an address fills it in; its id unless said. */
  prefill: optional(text(60)),
  /** A CEL condition over fields that stand before it, each under its id with `_` for `-`. */
  show_if: optional(text(2_000)),
})
export type FormElement = z.infer<typeof FormElement>

export const DEFAULT_SUBMIT_TEXT = 'Submit'

export const FormSettings = z.object({
  submitButtonText: z._default(text(60), DEFAULT_SUBMIT_TEXT),
  /** Shown below the specification's words of thanks: what happens next. */
  thank_you: optional(text(2_000)),
  /** Shown where a form is closed, or somebody has a question: an address of mail, a number, words. */
  contact: optional(text(300)),
  privacy_url: optional(text(2_000)),
  /** Origins whose pages may show the form inside themselves; nobody unless named. */
  frame_ancestors: optional(z.array(text(200)).check(z.maxLength(20))),
})
export type FormSettings = z.infer<typeof FormSettings>

export const DEFAULT_BANNER = { altText: 'Form header image', height: 200 } as const
export const BANNER_HEIGHTS = { least: 50, most: 500 } as const

export const BannerMetadata = z.object({
  altText: z._default(text(300), DEFAULT_BANNER.altText),
  height: z._default(
    z.number().check(z.int(), z.minimum(BANNER_HEIGHTS.least), z.maximum(BANNER_HEIGHTS.most)),
    DEFAULT_BANNER.height,
  ),
})
export type BannerMetadata = z.infer<typeof BannerMetadata>

/** What a version holds; `banner.id` names a picture that was kept for this form. */
export const FormContent = z.object({
  title: text(200),
  description: text(5_000),
  elements: z.array(FormElement).check(z.maxLength(MAX_ELEMENTS)),
  settings: FormSettings,
  banner: z.nullable(z.extend(BannerMetadata, { id: z.uuid() })),
})
export type FormContent = z.infer<typeof FormContent>
