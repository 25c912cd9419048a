import { useQuery } from '@tanstack/react-query'
import type { Organization } from '@throughline/contracts/org'
import { MANAGERS_RULES, type ManagersRule } from '@throughline/contracts/permissions'
import { useState } from 'react'
import { useAct } from '../../../shared/use-act.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Card } from '../../../ui/card.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { memberCountsQuery } from '../members.api.ts'
import { useOrganizationChanges } from '../org.api.ts'
import { spec } from '../org.texts.ts'
import { texts } from './rail.texts.ts'

type Rules = Partial<Pick<Organization, 'require_two_factors' | 'admins_see_all' | ManagersRule>>
type RulesCardProps = { organization: Organization; owner: boolean }

const noReason = () => undefined

/** Admins read them, owners switch them. */
export function RulesCard({ organization, owner }: RulesCardProps) {
  const { id, require_two_factors, with_two_factors, admins_see_all } = organization
  const { changeRules } = useOrganizationChanges()
  const people = useQuery(memberCountsQuery(id)).data?.active
  const [asking, setAsking] = useState(false)
  /** What was switched and is on its way. */
  const [wanted, setWanted] = useState<Rules>({})
  const { run } = useAct({ reasonOf: noReason })
  const change = async (rules: Rules) => {
    setWanted(rules)
    await run({ call: () => changeRules(id, rules), failed: spec.saveFailed })
    setWanted({})
  }
  const lacking = people === undefined ? undefined : Math.max(people - with_two_factors, 0)
  const have = people === undefined ? '' : texts.have(with_two_factors, people)
  return (
    <Card title={texts.rules} note={texts.rulesNote}>
      <ul className="divide-y">
        <Rule
          title={texts.twoFactors}
          on={wanted.require_two_factors ?? require_two_factors}
          onChange={owner && ((on) => (on ? setAsking(true) : void change({ require_two_factors: false })))}
        >
          {have} {require_two_factors && lacking !== 0 && texts.asked}
        </Rule>
        <Rule
          title={texts.adminsSeeAll}
          on={wanted.admins_see_all ?? admins_see_all}
          onChange={owner && ((on) => void change({ admins_see_all: on }))}
        >
          {admins_see_all ? texts.seeAll : texts.seeOpen}
        </Rule>
        {MANAGERS_RULES.map(({ rule }) => (
          <Rule
            key={rule}
            title={texts[rule]}
            on={wanted[rule] ?? organization[rule]}
            onChange={owner && ((on) => void change({ [rule]: on }))}
          >
            {organization[rule] ? texts.managersOnly : texts.membersToo}
          </Rule>
        ))}
      </ul>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={texts.requireQuestion}
        confirmLabel={texts.require}
        tone="primary"
        onConfirm={() => change({ require_two_factors: true })}
      >
        {lacking === 0 ? texts.nobodyLacking : lacking !== undefined && texts.lacking(lacking)}
      </AlertDialog>
    </Card>
  )
}

type RuleProps = {
  title: string
  on: boolean
  onChange: false | ((on: boolean) => void)
  children: React.ReactNode
}

function Rule({ title, on, onChange, children }: RuleProps) {
  return (
    <li className="flex gap-3 px-5 py-3">
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className="block text-xs text-fg-3">{children}</span>
      </span>
      <span className="mt-0.5">
        {onChange ? (
          <Switch aria-label={title} checked={on} onChange={onChange} />
        ) : (
          <Tag tone={on ? 'success' : 'neutral'}>{on ? texts.on : texts.off}</Tag>
        )}
      </span>
    </li>
  )
}
