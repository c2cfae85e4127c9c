// The floor of the realtime benchmark: a socket.io server that sends what it is handed to the sockets of a room.
// No database, no sessions, no checks.
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const server = createServer((req, res) => {
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.once('end', () => {
    const { room, event } = JSON.parse(Buffer.concat(chunks));
    io.to(room).emit('event', event);
    res.end('ok');
  });
});
const io = new Server(server, { serveClient: false, transports: ['websocket'] });
io.on('connection', (socket) => socket.join(socket.handshake.auth.room));
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send('ready'));
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
