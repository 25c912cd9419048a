import { catalogue } from '../../../ui/catalogue.ts'
import type { HelpTopic } from './topic.ts'

export const tasks = catalogue({
  title: 'Task Management',
  note: 'List, board, queues, due dates',
  sections: {
    complete: {
      title: 'Complete a task',
      steps: [
        'Open the task from My Workspace, the list of tasks, or a message in your inbox.',
        'Fill out its form. Your answers are saved as a draft as you type, and only you can see or find them.',
        'Select Complete Task. Your next task is offered right there.',
      ],
      tip: 'If the task has a reviewer, it’s complete once they approve it.',
    },
    list: {
      title: 'Use the list and the board',
      body: [
        'The list and the board show the same tasks, with the same filters. On the board, moving a card does the work: move it to In Progress to claim it, or to Completed to complete it. If a move isn’t possible, the column says why.',
        'Space shows a task beside the list. Select several tasks to act on all of them at once.',
      ],
      keys: {
        'j k': 'Next, previous',
        Enter: 'Open',
        Space: 'Look at it beside the list',
        x: 'Select',
        v: 'List or board',
        f: 'Filters',
        m: 'Move to…',
        c: 'Claim',
      },
    },
    claim: {
      title: 'Claim from a queue',
      body: [
        'A task in a queue belongs to a team or a role until someone claims it. Only one person gets it, and everyone else sees who has it. My queues lists what you can claim.',
      ],
      tip: 'If you claimed a task by mistake, select Release to the queue, and others can claim it.',
    },
    decide: {
      title: 'Approve, or send work back',
      body: [
        'An approval’s page shows the file beside the buttons, and you can approve once it has loaded. Your decision applies to that exact file. A later version needs a new decision.',
        'Reject and Request changes require a comment and return to the step the workflow names. Earlier answers and files are kept. The person who redoes the work sees at the top who asked for what.',
      ],
      tip: 'People who started the instance or did the work have no vote unless the step allows it. They’re listed that way.',
      keys: { a: 'Approve', c: 'Request changes', r: 'Reject' },
    },
    ask: {
      title: 'Ask about a task',
      body: [
        'Ask anyone who can see the task a question. A blocking question keeps the task from being completed until it’s answered. Remind sends the person who has the task a message.',
      ],
    },
    instances: {
      title: 'Start and follow an instance',
      steps: [
        'Select Start on a workflow’s card, Add Instance on a list of instances, or New, then Instance.',
        'Type a name. The title follows it unless you type one. Answer the workflow’s own questions below.',
        'Open the instance to see its progress, its tasks and files, and the trace of everything that happened.',
      ],
      tip: 'Progress counts the steps of the path the instance takes. It goes down when work is sent back, and it’s full only at the end.',
      keys: { 'n then i': 'New instance', 'g then n': 'Instances' },
    },
    waiting: {
      title: 'Why is this waiting?',
      body: [
        'Open the instance and select Why is this waiting? It says who or what the instance is waiting for, since when, and what needs to happen. After ten runs it also says how long that usually takes.',
        'Snoozing a message doesn’t change the task.',
      ],
    },
    failed: {
      title: 'Fix a failed automation',
      body: [
        'While an automation is being retried, you see why the last attempt failed and when the next one is made. A failed one says what happened and what was sent to other systems.',
      ],
      steps: [
        'Read the reason and fix its cause.',
        'Select Retry. The same key is sent, so nothing is done twice if the receiver recognizes it.',
        'If it can’t be fixed, select Override and give a reason. The reason is in the audit log.',
      ],
    },
  },
} satisfies HelpTopic)
