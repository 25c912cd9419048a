import type { ReportColumn } from '@throughline/contracts/reports'
import { numberText } from '../../../shared/format/count.ts'
import { dateText, exactMoment } from '../../../shared/format/time.ts'
import { openedTexts as texts } from '../reports.texts.ts'

/** JavaScript's numbers hold no more digits than this. */
const MAX_DIGITS = 15

function numberCell(value: string): string {
  const digits = value.replace(/\D/g, '').length
  const number = Number(value)
  return digits <= MAX_DIGITS && Number.isFinite(number) ? numberText(number) : value
}

function momentCell(value: string, zone: string): string {
  const at = new Date(value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  return Number.isNaN(at.getTime()) ? value : exactMoment(at, zone)
}

/** A cell as PostgreSQL printed it, in the words of the page. */
export function cellText(value: string | null, { type }: ReportColumn, zone: string): string {
  if (value === null) return ''
  if (type === 'number') return numberCell(value)
  if (type === 'boolean') return value === 't' ? texts.yes : texts.no
  if (type === 'timestamp') return momentCell(value, zone)
  if (type === 'date' && /^\d{4}-\d\d-\d\d$/.test(value)) return dateText(value, 'UTC')
  return value
}
