import { useState } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { RadioGroup } from '../../ui/radio.tsx'
import { Stars } from '../../ui/stars.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Group, Sample } from './sample.tsx'

const priorities = [
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium', hint: 'Most work' },
  { value: 'high', label: 'High' },
  { value: 'never', label: 'Not available', disabled: true },
] as const

export function Choices() {
  const [priority, setPriority] = useState<(typeof priorities)[number]['value']>('medium')
  const [attach, setAttach] = useState(true)
  const [stars, setStars] = useState(3)
  const [tab, setTab] = useState<'details' | 'tasks' | 'files'>('details')
  return (
    <Group title="Choices">
      <Sample name="Checkbox">
        <Checkbox defaultChecked>Chosen</Checkbox>
        <Checkbox hint="With a second line under it">Not chosen</Checkbox>
        <Checkbox indeterminate>Some of them</Checkbox>
        <Checkbox disabled>Disabled</Checkbox>
        <Checkbox disabled defaultChecked>
          Disabled, chosen
        </Checkbox>
        <Checkbox aria-label="Alone in a cell" />
      </Sample>
      <Sample name="RadioGroup">
        <RadioGroup legend="Priority" value={priority} onChange={setPriority} items={priorities} />
        <RadioGroup inline legend="Priority, in one line" value={priority} onChange={setPriority} items={priorities} />
      </Sample>
      <Sample name="Switch">
        <Switch className="w-80" checked={attach} onChange={setAttach} hint="Filed under Client Onboarding">
          Attach files to the document store
        </Switch>
        <Switch aria-label="Off" checked={!attach} onChange={() => setAttach(!attach)} />
        <Switch disabled checked={false} onChange={setAttach} className="w-40">
          Disabled
        </Switch>
      </Sample>
      <Sample name="Stars">
        <Stars legend="Ease of use" value={stars} onChange={setStars} />
        <Stars legend="Disabled" value={2} onChange={setStars} disabled />
      </Sample>
      <Sample name="Tabs" stack>
        <Tabs
          label="Instance"
          value={tab}
          onChange={setTab}
          items={[
            { value: 'details', label: 'Details', content: <p className="py-3">What is known about it.</p> },
            { value: 'tasks', label: 'Tasks', count: 7, content: <p className="py-3">Seven tasks.</p> },
            { value: 'files', label: 'Attachments', disabled: true, content: null },
          ]}
        />
      </Sample>
    </Group>
  )
}
