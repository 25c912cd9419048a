import type { WebsiteChange, WebsiteProblem } from '@throughline/contracts/websites'
import { plainTextOf } from '@throughline/flow/site-view'
import { texts as builderTexts } from '../builder.texts.ts'

export const problemText = ({ code, name = '' }: WebsiteProblem): string => {
  const text = builderTexts.problems[code]
  return typeof text === 'function' ? text(name) : text
}

const texts = builderTexts.publishing

function textIn(value: WebsiteChange['after']): string | undefined {
  const content: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'content') : undefined
  return typeof content === 'string' ? plainTextOf(content) : undefined
}

/** What a text said and says now; undefined where something else was changed. */
export function textChange({ kind, before, after }: WebsiteChange): { old: string; now: string } | undefined {
  const [old, now] = [textIn(before), textIn(after)]
  return kind === 'changed' && old !== undefined && now !== undefined && old !== now ? { old, now } : undefined
}

export function changeText({ what, name, page }: WebsiteChange): string {
  if (what === 'element') return `${name}${page ? ` ${texts.on(page)}` : ''}`
  return what === 'page' ? name : texts.parts[what]
}
