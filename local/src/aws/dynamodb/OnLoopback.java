import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;

/** Amazon's DynamoDB Local, listening on this machine only; it has no option for that. */
public class OnLoopback {
  public static void main(String[] args) throws Exception {
    DynamoDBProxyServer dynamoDb = ServerRunner.createServerFromCommandLineArgs(args);
    var field = DynamoDBProxyServer.class.getDeclaredField("server");
    field.setAccessible(true);
    for (var connector : ((Server) field.get(dynamoDb)).getConnectors()) {
      ((ServerConnector) connector).setHost("127.0.0.1");
    }
    dynamoDb.start();
    System.out.println("listening");
    dynamoDb.join();
  }
}
