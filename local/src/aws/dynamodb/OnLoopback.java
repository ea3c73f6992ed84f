import java.net.InetSocketAddress;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBServerHandler;

/** Serves Amazon's DynamoDB Local to this machine only, because its own server listens on every address and has no option for one. */
public class OnLoopback {
  /** Takes the port, and the folder of the data. Without a folder the data is kept in memory. */
  public static void main(String[] args) throws Exception {
    boolean inMemory = args.length < 2;
    var requests = new LocalDynamoDBRequestHandler(0, inMemory, inMemory ? null : args[1], true, false);
    var server = new Server(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])));
    server.setHandler(new ContextHandler(new LocalDynamoDBServerHandler(requests, null)));
    server.start();
    System.out.println("listening");
    server.join();
  }
}
