import type { WebsiteChange, WebsiteProblem } from '@throughline/contracts/websites'
import { texts as builderTexts } from '../builder.texts.ts'

export const problemText = ({ code, name = '' }: WebsiteProblem): string => {
  const text = builderTexts.problems[code]
  return typeof text === 'function' ? text(name) : text
}

const texts = builderTexts.publishing

export function changeText({ what, name, page }: WebsiteChange): string {
  if (what === 'element') return `${name}${page ? ` ${texts.on(page)}` : ''}`
  return what === 'page' ? name : texts.parts[what]
}
