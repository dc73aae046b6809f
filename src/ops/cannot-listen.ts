/** The error of a start without its port, for the library of the server and for the supervisor of several workers (rule OPS-5). */
export const cannotListen = (host: string, port: number): Error =>
  new Error(`Cannot listen on ${host}:${port} (HOST, PORT): the port is taken, or the address is not ours.`);
