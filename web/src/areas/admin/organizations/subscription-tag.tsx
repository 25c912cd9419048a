import type { ControlledOrg } from '@throughline/contracts/admin'
import { Tag } from '../../../ui/tag.tsx'
import { texts } from './organizations.texts.ts'

const TONES = { trial: 'info', active: 'success', lapsed: 'warning' } as const

export function SubscriptionTag({ state }: { state: ControlledOrg['subscription'] }) {
  if (state === null) return <span className="text-fg-3">{texts.none}</span>
  return <Tag tone={TONES[state]}>{texts.subscriptions[state]}</Tag>
}
