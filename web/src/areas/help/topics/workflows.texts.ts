import { catalogue } from '../../../ui/catalogue.ts'
import type { HelpTopic } from './topic.ts'

export const workflows = catalogue({
  title: 'Working with Workflows',
  note: 'Build a process, try it, and publish it',
  sections: {
    build: {
      title: 'Build a workflow',
      steps: [
        'Open Workflows and select Add Workflow. Fill in the form, paste JSON, or describe it to Copilot.',
        'In the builder, select + on a line to add a step there. The canvas lays itself out.',
        'Select a step to say who does it, what they’re asked, and when it’s due.',
        'Open Issues to see what keeps the workflow from running. Most issues have a repair, and you can undo it.',
        'Select Try it. The workflow runs in your browser with its own clock, and no one is notified.',
      ],
      tip: 'Your changes are saved to a draft right away. If you close the window, the draft is there when you come back.',
      keys: { e: 'Edit', t: 'Try it', o: 'Outline', h: 'History', 'mod+f': 'Find a step', 'mod+z': 'Undo' },
    },
    copilot: {
      title: 'Let Copilot draft one',
      body: [
        'Describe in plain sentences who does what, when, and above which amount. Copilot knows your colleagues by name and username, and your teams. It shows what it understood, what it left out, and what you should check.',
      ],
      tip: 'Unless a manager connected a language model under Integrations, Models, Copilot is a built-in, rule-based drafter and your text isn’t sent to any outside service. Nothing is created until you select Create workflow.',
    },
    changes: {
      title: 'Let Copilot change a workflow',
      steps: [
        'Open the workflow and select Copilot. The first line says which model answers, or that the built-in rules do.',
        'Describe what to change, and send it. The changes appear on the canvas and in a list, each with the words it comes from.',
        'Clear the ones you don’t want. Guesses start cleared.',
        'Select Apply. All of it is one undo step, and nothing is published.',
      ],
      tip: 'If a colleague edits the draft in the meantime, their edit stays. A change that no longer fits is crossed out with the reason.',
      keys: { j: 'Next change', k: 'Previous change' },
    },
    starts: {
      title: 'Start work by itself',
      body: [
        'A webhook gives other programs a URL to call. Copy its secret when it’s shown. Test shows what a call would start.',
        'An email address starts an instance for each email from the senders you choose. Recent emails shows what was held, and why.',
        'An API key lets a program start this workflow and add files to the instances it started. It can’t do anything else. Every call needs its own Idempotency-Key. Copy it when it’s shown. Revoking it takes effect at once.',
        'A table of rows starts one instance for each row, up to 500. Paste a spreadsheet or CSV and match its columns.',
        'A schedule starts instances at set times:',
      ],
      steps: [
        'Open a workflow and select Ways to start. You see the start panel, a table of rows, forms, schedules, webhooks, email addresses, and API keys that start it.',
        'Under A schedule, select + and give it a name. Choose once, or certain days, weekdays, or days of the month.',
        'Say what happens on days off, while the last one is still running, and after downtime.',
        'Check the next ten runs, with the reason for each moved day, and select Add schedule.',
      ],
      tip: 'Each run starts one instance. A run that can’t start keeps its reason in Last ten, and the person you choose gets a message.',
    },
    templates: {
      title: 'Start from a template',
      body: [
        'Templates has ready-made workflows with steps, forms, and approvals in place. Select Use Template to get a draft of your own. New Template saves a template for everyone in your workspace.',
      ],
    },
    steps: {
      title: 'Approvals, conditions, and other steps',
      body: [
        'A manual step asks a person, a team, or a role to do something and to fill in a form. An approval asks for a decision: from the first, all, or a number of the approvers, at once or in order.',
        'A condition takes the first branch whose expression is true, or Else. A wait step waits for a time or until a date. A subworkflow runs another workflow and continues when it ends. A step can run once for each item of a list.',
        'An automation calls an address or sends an email, and says what happens when it fails. Test call makes the call once with sample values, and no instance is affected.',
      ],
      tip: 'No one approves their own work unless the step allows it.',
    },
    outline: {
      title: 'Edit with the keyboard alone',
      body: ['Outline shows the same workflow as a list. It does everything the canvas does.'],
      keys: {
        'ArrowUp ArrowDown': 'Move between steps',
        'ArrowLeft ArrowRight': 'Out of and into a branch',
        Enter: 'Edit the step',
        a: 'Add a step after it',
        b: 'Add a branch',
        j: 'Jump to where it leads back',
        i: 'Next issue',
        Backspace: 'Delete',
      },
    },
    versions: {
      title: 'Publish, and go back to an earlier version',
      body: [
        'Save keeps the draft, and nothing changes for anyone who runs the workflow. Publish… shows what changes and turns the draft into the next version. New instances start on it. Running ones stay on the version they started with.',
        'A workflow has one draft for everyone. Changes that two people make at the same time are merged. If you both changed the same thing, you choose which change to keep. Publishing others’ changes asks you first.',
        'History shows every version and who changed what. Restore as draft brings back an earlier one without publishing it.',
      ],
      keys: { 'mod+s': 'Save the draft', h: 'History' },
    },
    archive: {
      title: 'Archive, delete, export',
      body: [
        'An archived workflow can’t start new instances, but running ones continue. A deleted workflow stays in the trash for 30 days. You can’t delete one with unfinished instances.',
        'Export saves a workflow as a file, and Import adds it to any workspace.',
      ],
    },
    tools: {
      title: 'Connect outside tools',
      body: [
        'Integrations lists the tools of your workspace. Add Integration adds one by its address, with a form or as JSON, or by its OpenAPI document. Connect stores what the tool requires, such as a key. It’s encrypted, and nobody can view it again.',
        'A connection is for you alone unless you let everyone in the workspace use it. You can connect a tool more than once, under different names. Disconnect lists the steps that use it, lets you replace it with another connection in their drafts, and permanently deletes the stored key or sign-in.',
      ],
    },
    secrets: {
      title: 'Keep keys and passwords out of steps',
      body: [
        "Everyone who can see a workflow can read its steps. A manager adds a key or password under Integrations, Secrets, with a name and the hosts it can be sent to. In an HTTP request, write {{ secret('name') }} in its place. The value is filled in when the request is sent, and it’s never shown.",
      ],
      tip: 'If a header already contains a key, Issues offers to store it as a secret.',
    },
  },
} satisfies HelpTopic)
