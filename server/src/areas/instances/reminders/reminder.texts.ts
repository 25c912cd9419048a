export const texts = {
  copyHint: 'Or open this address:',
  subject: (task: string) => `Reminder: ${task}`,
  heading: 'Somebody waits for you',
  body: (task: string, instance: string) => `“${task}” in ${instance} waits for you.`,
  due: (day: string) => `It is due on ${day}.`,
  action: 'Open the task',
}
