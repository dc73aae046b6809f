// Reads the text of Server-Sent Events as it arrives in parts.

/** Returns a function that takes the next part. `onData` gets the data of each event; comment lines and other fields are ignored. */
export function openEventText(onData: (data: string) => void): (part: string) => void {
  let rest = '';
  let data: string[] = [];
  return (part) => {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
      else if (line === '' && data.length > 0) {
        const whole = data.join('\n');
        data = [];
        onData(whole);
      }
    }
  };
}
