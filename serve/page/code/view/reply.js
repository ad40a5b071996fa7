// An answer of the table, asked for once.
import { useEffect, useState } from "../../vendor/preact.js";
import { useScene } from "./context.js";

export function useReply(what) {
  const { state } = useScene();
  const [reply, setReply] = useState(null);
  useEffect(() => {
    let gone = false;
    state.wire.ask(what).then((answer) => !gone && setReply(answer));
    return () => {
      gone = true;
    };
  }, []);
  return reply;
}
