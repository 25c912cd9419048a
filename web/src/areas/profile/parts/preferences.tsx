import { LANGUAGES, type Profile } from '@throughline/contracts/profile'
import { useMemo } from 'react'
import { useAct } from '../../../shared/use-act.ts'
import { Card } from '../../../ui/card.tsx'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { Field } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { setTheme } from '../../../ui/theme.ts'
import { useTheme } from '../../../ui/use-theme.ts'
import { zoneOptions } from '../../org/parts/zones.ts'
import { useProfileChanges } from '../profile.api.ts'
import { texts } from '../profile.texts.ts'

const preferenceTexts = texts.preferences
const noReason = () => undefined

/** Single keys can be switched off; the shell listens to them, so it passes the current setting on to the page. */
export type Shortcuts = { on: boolean; set: (on: boolean) => void }

type PreferencesProps = { profile: Profile; organizationZone: string | null; shortcuts: Shortcuts }

/** Each is saved as it is chosen. */
export function Preferences({ profile, organizationZone, shortcuts }: PreferencesProps) {
  const { save } = useProfileChanges(profile.id)
  const { choice } = useTheme()
  const zones = useMemo(() => zoneOptions(profile.time_zone), [profile.time_zone])
  const { run } = useAct({ reasonOf: noReason })
  const keep = (change: Parameters<typeof save>[0]) =>
    void run({ call: () => save(change), failed: preferenceTexts.notSaved })
  const same = organizationZone === profile.time_zone
  return (
    <Card title={preferenceTexts.title}>
      <div className="space-y-4 px-5 pt-4 pb-5">
        <Field label={preferenceTexts.language}>
          <Select
            value={profile.language}
            onChange={(language) => language !== profile.language && keep({ language })}
            items={LANGUAGES.map((value) => ({ value, label: preferenceTexts.languages[value] }))}
          />
        </Field>
        <Field label={preferenceTexts.timeZone} hint={same && preferenceTexts.sameAsOrganization}>
          <ComboboxOne
            items={zones}
            value={profile.time_zone}
            onChange={(time_zone) => time_zone !== profile.time_zone && keep({ time_zone })}
          />
        </Field>
        <div>
          <p aria-hidden className="mb-1.5 text-sm font-medium">
            {preferenceTexts.theme}
          </p>
          <Segmented
            label={preferenceTexts.theme}
            value={choice}
            onChange={setTheme}
            items={[
              { value: 'system', label: preferenceTexts.themes.system },
              { value: 'light', label: preferenceTexts.themes.light },
              { value: 'dark', label: preferenceTexts.themes.dark },
            ]}
          />
        </div>
        <Switch checked={shortcuts.on} onChange={shortcuts.set} hint={preferenceTexts.shortcutsHint}>
          <span className="font-medium">{preferenceTexts.shortcuts}</span>
        </Switch>
        <p className="text-xs text-fg-3">{preferenceTexts.thisDevice}</p>
      </div>
    </Card>
  )
}
