import { Search } from 'lucide-react'
import { useState } from 'react'
import { CodeCells } from '../../ui/code-cells.tsx'
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx'
import { ComboboxOne } from '../../ui/combobox-one.tsx'
import { Field } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Input } from '../../ui/input.tsx'
import { quietLinkClass } from '../../ui/link-style.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Select } from '../../ui/select.tsx'
import { Slider } from '../../ui/slider.tsx'
import { Strength } from '../../ui/strength.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { Group, Sample } from './sample.tsx'

const long = 'A very long value that does not fit into the control it stands in, whatever its width may be'

export function Fields() {
  return (
    <Group title="Fields">
      <Sample name="Field, Input">
        <Field label="Name" className="w-60">
          <Input defaultValue="Client Onboarding" />
        </Field>
        <Field label="Prefix" optional hint="Up to five letters." className="w-60">
          <Input placeholder="ONB" />
        </Field>
        <Field label="Email" error="Not a complete address" className="w-60">
          <Input type="email" defaultValue="isla@harborvale" />
        </Field>
        <Field label="Confirm password" good="Passwords match" className="w-60">
          <Input defaultValue="Quayside7" />
        </Field>
        <Field label="Disabled" className="w-60">
          <Input disabled defaultValue="step_countersign" />
        </Field>
        <Field label="Read-only" className="w-60">
          <Input readOnly defaultValue={long} />
        </Field>
        <Field label="Search" className="w-60">
          <Input type="search" icon={Search} placeholder="Name or email" />
        </Field>
        <Field label="Small" className="w-60">
          <Input size="sm" placeholder="28 px" />
        </Field>
        <Field label="Large" action="or email address" className="w-60">
          <Input size="lg" placeholder="40 px" />
        </Field>
      </Sample>
      <Passwords />
      <Sample name="Textarea">
        <Field label="Description" className="w-80">
          <Textarea defaultValue="Check the fee schedule against the quote, countersign and file the final PDF." />
        </Field>
        <Field label="Reason" error="Say why" className="w-80">
          <Textarea rows={2} />
        </Field>
      </Sample>
      <Choosers />
      <Sample name="FileDrop">
        <FileDrop
          label="Drop a file here or choose one"
          hint="PNG or JPEG, up to 5 MB"
          className="w-80"
          onFiles={say}
        />
        <FileDrop label="Uploads are off" disabled className="w-80" onFiles={say} />
      </Sample>
    </Group>
  )
}

const say = (files: File[]) => toast.info(files.map((file) => file.name).join(', '))

function Passwords() {
  const [password, setPassword] = useState('Quayside7')
  const [code, setCode] = useState('')
  const rules = [
    { text: 'At least 8 characters (required)', met: password.length >= 8, required: true },
    { text: 'An uppercase letter', met: /\p{Lu}/u.test(password) },
    { text: 'A number', met: /\d/.test(password) },
    { text: 'A special character', met: /[^\p{L}\d]/u.test(password) },
  ]
  return (
    <Sample name="PasswordInput, Strength, CodeCells">
      <div className="w-90">
        <Field
          label="Password"
          action={
            <a href="#main" className={quietLinkClass}>
              Forgot Password?
            </a>
          }
        >
          <PasswordInput
            size="lg"
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Strength rules={rules} />
      </div>
      <form
        className="w-90"
        onSubmit={(event) => {
          event.preventDefault()
          toast.success(`Code ${code} sent`)
        }}
      >
        <Field label="Code from the app" hint="The sixth digit sends it.">
          <CodeCells value={code} onChange={setCode} submits />
        </Field>
        <Field label="Small cells" error="Wrong code" className="mt-4">
          <CodeCells value="482" onChange={setCode} size="md" readOnly />
        </Field>
      </form>
    </Sample>
  )
}

const roles = [
  { value: 'viewer', label: 'Viewer' },
  { value: 'member', label: 'Member', hint: 'Works on tasks' },
  { value: 'admin', label: 'Admin' },
  { value: 'owner', label: 'Owner', disabled: true },
] as const

const teams: ComboboxOption[] = ['Client Services', 'Compliance', 'Finance Operations', 'Legal and Contracts'].map(
  (label) => ({ value: label, label }),
)

function Choosers() {
  const [role, setRole] = useState<(typeof roles)[number]['value'] | null>('member')
  const [chosen, setChosen] = useState<ComboboxOption[]>(teams.slice(0, 2))
  const [team, setTeam] = useState('Compliance')
  const [days, setDays] = useState<number | null>(7)
  const [zoom, setZoom] = useState(2)
  return (
    <Sample name="Select, Combobox, ComboboxOne, NumberField, Slider">
      <Field label="Role" className="w-60">
        <Select value={role} onChange={setRole} items={roles} />
      </Field>
      <Field label="Role" error="Choose a role" className="w-60">
        <Select value={null} onChange={setRole} items={roles} placeholder="Choose" />
      </Field>
      <Field label="Role" className="w-60">
        <Select value={role} onChange={setRole} items={roles} disabled />
      </Field>
      <Select quiet label="Filter by role" value={role} onChange={setRole} items={roles} />
      <Field label="Teams" className="w-80">
        <Combobox items={teams} value={chosen} onChange={setChosen} placeholder="Add a team" />
      </Field>
      <Field label="Team" className="w-60">
        <ComboboxOne items={teams} value={team} onChange={setTeam} />
      </Field>
      <Field label="Days" hint="1 to 30">
        <NumberField value={days} onChange={setDays} min={1} max={30} />
      </Field>
      <Field label="Disabled">
        <NumberField value={3} onChange={setDays} disabled />
      </Field>
      <Slider label="Zoom" value={zoom} onChange={setZoom} min={1} max={4} step={0.1} className="w-60" />
    </Sample>
  )
}
