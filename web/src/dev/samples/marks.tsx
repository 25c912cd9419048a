import { Lock } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { Priority } from '../../ui/priority.tsx'
import { Progress } from '../../ui/progress.tsx'
import { StatusGlyph } from '../../ui/status-glyph.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Group, Sample } from './sample.tsx'

const statuses = [
  ['draft', 'Draft'],
  ['pending', 'Pending'],
  ['in_progress', 'In Progress'],
  ['review', 'In Review'],
  ['approved', 'Approved'],
  ['completed', 'Completed'],
  ['rejected', 'Rejected'],
  ['failed', 'Failed'],
  ['overdue', 'Overdue'],
] as const

const people = [
  'Ana Sousa',
  'Beatriz Lund',
  'Daniel Marsh',
  'Elena Popescu',
  'Maya Okafor',
  'Priya Raman',
  'Noor Haddad',
]
const tones = ['neutral', 'info', 'warning', 'success', 'danger', 'violet', 'quiet', 'accent'] as const
const levels = [
  ['urgent', 'Urgent'],
  ['high', 'High'],
  ['medium', 'Medium'],
  ['low', 'Low'],
] as const

export function Marks() {
  return (
    <Group title="Marks">
      <Sample name="StatusPill">
        {statuses.map(([status, label]) => (
          <StatusPill key={status} status={status} label={label} />
        ))}
      </Sample>
      <Sample name="StatusPill, plain">
        {statuses.map(([status, label]) => (
          <StatusPill key={status} plain status={status} label={label} />
        ))}
      </Sample>
      <Sample name="StatusGlyph">
        {statuses.map(([status, label]) => (
          <StatusGlyph key={status} size={20} status={status} label={label} />
        ))}
      </Sample>
      <Sample name="Priority">
        {levels.map(([level, label]) => (
          <Priority key={level} text level={level} label={label} />
        ))}
        <Priority level="high" label="High" />
      </Sample>
      <Sample name="Tag">
        {tones.map((tone) => (
          <Tag key={tone} tone={tone}>
            {tone}
          </Tag>
        ))}
        <Tag icon={Lock}>Locked</Tag>
        <span className="w-40">
          <Tag>A tag whose words are longer than its place</Tag>
        </span>
      </Sample>
      <Sample name="Avatar">
        {people.map((name) => (
          <Avatar key={name} name={name} size={26} />
        ))}
        <Avatar name="Harbor & Vale" size={32} square />
        <Avatar name="Picture" src="/favicon.svg" size={32} square />
        <Avatar name="Maya" size={40} />
      </Sample>
      <Sample name="Progress" stack>
        <Progress label="3 of 7 tasks done" value={43} className="w-80" />
        <Progress label="Failed at two thirds" value={66} tone="danger" className="w-80" />
        <Progress label="Checking" value={null} className="w-80" />
      </Sample>
    </Group>
  )
}
