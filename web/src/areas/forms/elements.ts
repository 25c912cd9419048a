import type { FormElement } from '@throughline/contracts/form-content'
import {
  AlignLeft,
  AtSign,
  Calendar,
  ChevronsUpDown,
  CircleDot,
  CircleHelp,
  File,
  FileUp,
  Globe,
  Hash,
  Heading1,
  Heading2,
  ImageIcon,
  ListChecks,
  type LucideIcon,
  Minus,
  Phone,
  Pilcrow,
  RectangleHorizontal,
  SquareCheck,
  TextCursorInput,
} from 'lucide-react'
import { texts } from './elements.texts.ts'

export type ElementKind = { icon: LucideIcon; word: string; hint: string }

const icons: Record<string, LucideIcon> = {
  textbox: TextCursorInput,
  text: TextCursorInput,
  textarea: AlignLeft,
  dropdown: ChevronsUpDown,
  select: ChevronsUpDown,
  checkbox: SquareCheck,
  checkboxes: ListChecks,
  attachment: FileUp,
  file: FileUp,
  email: AtSign,
  number: Hash,
  date: Calendar,
  tel: Phone,
  url: Globe,
  radio: CircleDot,
  mainHeading: Heading1,
  sectionHeading: Heading2,
  section: Minus,
  label: Pilcrow,
  button: RectangleHorizontal,
  headerBanner: ImageIcon,
  page: File,
}

const own = <T>(of: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(of, key) ? of[key] : undefined

/** What an element is called and how it is drawn; one of a type that nobody knows says its type. */
export function kindOf({ type, options }: Pick<FormElement, 'type' | 'options'>): ElementKind {
  const key = type === 'checkbox' && (options?.length ?? 0) > 0 ? 'checkboxes' : type
  return { icon: own(icons, key) ?? CircleHelp, word: own(texts.kinds, key) ?? type, hint: own(texts.hints, key) ?? '' }
}

/** What people call an element: its label, else its words, else its kind. */
export const nameOf = (element: FormElement): string =>
  element.label?.trim() || element.title?.trim() || element.content?.trim().slice(0, 80) || kindOf(element).word
