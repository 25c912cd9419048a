import type { ChangeRequest } from '@throughline/contracts/running'
import { catalogue } from '../../../ui/catalogue.ts'

const texts = catalogue({
  somebody: 'Someone',
  changes: (name: string) => `${name} asks for changes`,
  reject: (name: string) => `${name} rejected this`,
  sentence: (what: string, comment: string) => `${what}: ${comment}`,
})

/** Who wants what: "Noor Haddad asks for changes". Their words follow. */
export const askedForText = ({ verdict, by }: ChangeRequest): string => texts[verdict](by?.name ?? texts.somebody)

/** The same with their words, in one line. */
export const requestText = (request: ChangeRequest): string => texts.sentence(askedForText(request), request.comment)
