import type { WebsiteElement, WebsiteElementType } from '@throughline/contracts/website-content'
import { nameOfElement } from '@throughline/flow/site-check'
import { ClipboardList, Heading, Image, type LucideIcon, Pilcrow, RectangleHorizontal } from 'lucide-react'
import { texts } from '../builder.texts.ts'

export const KIND_ICONS: Record<WebsiteElementType, LucideIcon> = {
  heading: Heading,
  paragraph: Pilcrow,
  image: Image,
  section: RectangleHorizontal,
  form: ClipboardList,
}
export const KINDS: readonly WebsiteElementType[] = ['heading', 'paragraph', 'image', 'section', 'form']

/** What people call it: its text, or that it has none. */
export function labelOf(element: WebsiteElement): string {
  const name = nameOfElement(element)
  if (name !== element.type) return name
  if (element.type === 'image') return texts.noDescription
  return element.type === 'form' ? texts.kinds.form : texts.noText
}

/** What an element has that is written on the page itself; the first is where writing begins. */
export const WRITTEN_PARTS: Record<WebsiteElementType, readonly TextPart[]> = {
  heading: ['content'],
  paragraph: ['content'],
  section: ['title', 'content'],
  image: [],
  form: [],
}
export type TextPart = 'title' | 'content'

export const textOf = (element: WebsiteElement, part: TextPart): string => {
  if (element.type === 'section') return element[part]
  return element.type === 'heading' || element.type === 'paragraph' ? element.content : ''
}

export const withText = (element: WebsiteElement, part: TextPart, text: string): WebsiteElement => {
  if (element.type === 'section') return { ...element, [part]: text }
  return element.type === 'heading' || element.type === 'paragraph' ? { ...element, content: text } : element
}

/** Headings and titles are one line without marks. */
export const isRich = ({ type }: WebsiteElement, part: TextPart): boolean => type !== 'heading' && part === 'content'
